import type { Token } from 'markdown-it'

const pairs: Readonly<Record<string, { mark: string; closes: boolean }>> = {
  '<u>': { mark: 'underline', closes: false },
  '</u>': { mark: 'underline', closes: true },
  '<mark>': { mark: 'highlight', closes: false },
  '</mark>': { mark: 'highlight', closes: true },
}

type Opened = { index: number; mark: string }

/**
 * The tokens of raw HTML, by index, that open or close a mark without Markdown syntax. Only pairs without attributes
 * count, and only if both have the same parent and are not nested in each other.
 */
export function htmlMarks(
  tokens: readonly Token[],
): Map<number, { mark: string; closes: boolean }> {
  const found = new Map<number, { mark: string; closes: boolean }>()
  const parents: Opened[][] = [[]]
  for (const [index, token] of tokens.entries()) {
    if (token.nesting > 0) parents.push([])
    if (token.nesting < 0 && parents.length > 1) parents.pop()
    const pair = token.type === 'html_inline' ? pairs[token.content] : undefined
    const opened = parents.at(-1)
    if (pair === undefined || opened === undefined) continue
    if (!pair.closes) {
      opened.push({ index, mark: pair.mark })
      continue
    }
    const last = opened.findLastIndex((entry) => entry.mark === pair.mark)
    const opener = opened[last]
    if (opener === undefined) continue
    found.set(opener.index, { mark: pair.mark, closes: false })
    found.set(index, pair)
    opened.length = last
  }
  return found
}
