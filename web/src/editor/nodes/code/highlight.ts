import { createHighlightPlugin } from 'prosemirror-highlight'
import type { Parser } from 'prosemirror-highlight'
import { aliases, languages } from './languages.ts'
import type { Language } from './languages.ts'

/** Longer code is shown plain: colouring it would hold up the page. */
const maxLength = 20_000

/** Undefined until a page has code. */
let colour: Parser | undefined
const known = new Set<Language>()
const failed = new Set<Language>()

async function learn(language: Language): Promise<void> {
  try {
    const [highlighter, { default: grammar }] = await Promise.all([
      import('./highlighter.ts'),
      languages[language].load(),
    ])
    highlighter.register(language, grammar)
    colour = highlighter.colour
    known.add(language)
  } catch {
    // Offline, or an older build: the code stays plain.
    failed.add(language)
  }
}

/** The language that a person or Markdown named, if it is one that can be coloured. */
export function languageOf(name: unknown): Language | undefined {
  if (typeof name !== 'string') return undefined
  const lower = name.toLowerCase()
  if (isLanguage(lower)) return lower
  return Object.hasOwn(aliases, lower) ? aliases[lower] : undefined
}

function isLanguage(name: string): name is Language {
  return Object.hasOwn(languages, name)
}

const parser: Parser = (options) => {
  const language = languageOf(options.language)
  if (language === undefined || failed.has(language) || options.content.length > maxLength)
    return []
  if (colour === undefined || !known.has(language)) return learn(language)
  return colour({ ...options, language })
}

export const highlightPlugin = () => createHighlightPlugin({ parser, nodeTypes: ['codeBlock'] })
