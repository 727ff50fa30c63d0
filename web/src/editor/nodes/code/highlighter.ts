import type { LanguageFn } from 'highlight.js'
import { createLowlight } from 'lowlight'
import type { Parser } from 'prosemirror-highlight'
import { createParser } from 'prosemirror-highlight/lowlight'

const lowlight = createLowlight()

/** Colours code of a language that was registered. */
export const colour: Parser = createParser(lowlight)

export function register(language: string, grammar: LanguageFn): void {
  lowlight.register(language, grammar)
}
