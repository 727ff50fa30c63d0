import type { Token } from 'markdown-it'
import { isWithinLimits } from './check/page-limits.ts'
import { startCheck } from './check/state.ts'
import { cleanText } from './clean-text.ts'
import type { DocumentResult, PageDocument } from './document.ts'
import { maxAddresses, maxIndentation } from './limits.ts'
import { readBlocks } from './read/blocks.ts'
import { indentationOf, urlsOf } from './read/cost.ts'
import { foldDetails } from './read/details.ts'
import { tokenize } from './read/tokens.ts'
import { mapTokenUrls } from './source/token-urls.ts'
import { type Addresses, mapOf, type UrlMap } from './urls.ts'

/**
 * Parses CommonMark with GitHub's extensions without loss. Sources beyond the limits are rejected. Wikilinks are read if
 * there are addresses.
 */
export function parseMarkdown(markdown: string, addresses?: Addresses): DocumentResult {
  return parsePart(markdown, [], addresses)
}

/** Parses a part of a page whose other parts define these footnotes. */
export function parsePart(
  markdown: string,
  footnotes: readonly string[],
  addresses?: Addresses,
): DocumentResult {
  return parseTokens(markdown, footnotes, addresses && mapOf(addresses))
}

/**
 * Parses Markdown as if its addresses were written as `map` returns them, with the tokens of the source. Of a wikilink,
 * `map` gets `[[target]]`: one that it returns unchanged stays text.
 */
export function parseWithUrls(markdown: string, map: UrlMap): TokensResult {
  return parseTokens(markdown, [], map)
}

export type TokensResult =
  | { ok: true; document: PageDocument; tokens: readonly Token[] }
  | Extract<DocumentResult, { ok: false }>

function parseTokens(
  markdown: string,
  footnotes: readonly string[],
  map: UrlMap | undefined,
): TokensResult {
  const source = cleanText(markdown.replace(/^\ufeff+/, ''))
  const tokenized = tokenize(source, footnotes, map)
  const width = Math.max(maxIndentation, 6 * source.length)
  if (tokenized === undefined || indentationOf(tokenized.tokens) > width) {
    return refused('The text is nested too deeply. Flatten its lists or quotes.')
  }
  const { tokens, parseInline } = tokenized
  foldDetails(tokens, parseInline)
  if (urlsOf(tokens) > Math.max(maxAddresses, 4 * source.length)) {
    return refused('Its links repeat a long address too often. Shorten the address.')
  }
  if (map !== undefined) mapTokenUrls(tokens, map)
  const content = readBlocks(tokens)
  const state = startCheck()
  if (isWithinLimits(state, content, 1))
    return { ok: true, document: { type: 'doc', content }, tokens }
  return refused(state.offence?.reason ?? 'The page is too large.')
}

function refused(reason: string): Extract<DocumentResult, { ok: false }> {
  return { ok: false, path: '', reason }
}
