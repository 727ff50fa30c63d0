import MarkdownIt from 'markdown-it'
import type { MarkdownIt as Parser, Token } from 'markdown-it'
import type { UrlMap } from '../urls.ts'
import { useAutolinks } from './autolink.ts'
import { useCjkMarks } from './cjk-marks.ts'
import { footnoteKey, footnoteLabels, useFootnotes } from './footnotes.ts'
import { useMarkers } from './markers.ts'
import { useMath } from './math.ts'
import { useStrike } from './strike.ts'
import { useWideRows } from './wide-rows.ts'
import { useWikilinks, type WikiEnvironment } from './wikilinks.ts'

const maxNesting = 100

/** A parser of CommonMark with GitHub's extensions. */
export function createParser(): Parser {
  const parser = new MarkdownIt({ html: true, maxNesting })
  // URLs remain as written: the renderer decides which ones are safe.
  parser.normalizeLink = (url) => url
  parser.normalizeLinkText = (url) => url
  parser.validateLink = () => true
  parser.core.ruler.disable(['linkify', 'replacements', 'smartquotes'])
  for (const use of [
    useStrike,
    useAutolinks,
    useFootnotes,
    useMath,
    useMarkers,
    useWideRows,
    useCjkMarks,
  ])
    use(parser)
  return parser
}

const markdownIt = createParser()
/** A parser of its own: most texts are parsed without wikilinks. */
let wikiParser: Parser | undefined

function openWikiParser(): Parser {
  const parser = createParser()
  useWikilinks(parser)
  return parser
}

export type Tokenized = {
  readonly tokens: Token[]
  /** Parses inline Markdown with the references and footnotes of the source. */
  readonly parseInline: (source: string) => Token[]
}

/**
 * The tokens of a Markdown source; undefined if blocks are nested too deeply. markdown-it silently drops everything
 * below its limit. Wikilinks are read with a map of addresses.
 */
export function tokenize(
  source: string,
  footnotes: readonly string[],
  urlMap?: UrlMap,
): Tokenized | undefined {
  const env: WikiEnvironment = { urlMap }
  for (const label of footnotes) footnoteLabels(env).add(footnoteKey(label))
  const parser = urlMap === undefined ? markdownIt : (wikiParser ??= openWikiParser())
  const tokens = parser.parse(source, env)
  if (tokens.some((token) => token.level >= maxNesting - 2)) return undefined
  return {
    tokens,
    parseInline: (inline) => parser.parseInline(inline, env)[0]?.children ?? [],
  }
}

export function inlineTokens(source: string): Token[] {
  return markdownIt.parseInline(source, {})[0]?.children ?? []
}

export function blockTokens(source: string): Token[] {
  return markdownIt.parse(source, {})
}

/** A source without its backslashes and character references. */
export function unescaped(source: string): string {
  return markdownIt.utils.unescapeAll(source)
}
