import { createLowlight } from 'lowlight'
import { createHighlightPlugin } from 'prosemirror-highlight'
import type { Parser } from 'prosemirror-highlight'
import { createParser } from 'prosemirror-highlight/lowlight'
import { aliases, languages } from './languages.ts'
import type { Language } from './languages.ts'

/** Longer code is shown plain: colouring it would hold up the page. */
const maxLength = 20_000

const lowlight = createLowlight()
const colour = createParser(lowlight)
const failed = new Set<Language>()

async function learn(language: Language): Promise<void> {
  try {
    const { default: grammar } = await languages[language].load()
    lowlight.register(language, grammar)
  } catch {
    // Offline, or an older build: the code stays plain.
    failed.add(language)
  }
}

/** The language that a person or Markdown named, if it is one that can be coloured. */
export function languageOf(name: unknown): Language | undefined {
  if (typeof name !== 'string') return undefined
  const known = name.toLowerCase()
  if (isLanguage(known)) return known
  return Object.hasOwn(aliases, known) ? aliases[known] : undefined
}

function isLanguage(name: string): name is Language {
  return Object.hasOwn(languages, name)
}

const parser: Parser = (options) => {
  const language = languageOf(options.language)
  if (language === undefined || failed.has(language) || options.content.length > maxLength)
    return []
  if (!lowlight.registered(language)) return learn(language)
  return colour({ ...options, language })
}

export const highlightPlugin = () => createHighlightPlugin({ parser, nodeTypes: ['codeBlock'] })
