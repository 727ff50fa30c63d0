import type { Token } from 'markdown-it'
import type { ContentNode } from '../node.ts'
import { summaryMarkdown } from '../write/summary.ts'
import { readInline } from './inline.ts'

type ParseInline = (source: string) => Token[]
type Head = { open: boolean; summary: string }
type Pair = { start: number; end: number; head: Head }

const head = /^<details( open)?>\s*<summary>(.*)<\/summary>$/
const ownTag = /^<\/?(?:details|summary)\b/i

/** Levels of containers. Toggles below remain raw HTML, so that a page within the limit stays within it. */
const maxLevel = 80

/** Whether this HTML would be read as an end of a toggle. */
export function isDetailsTag(html: string): boolean {
  return html === '</details>' || head.test(html)
}

/**
 * Turns `<details>` with its `<summary>`, and the blocks up to `</details>` in the same container, into one container.
 * Anything else remains raw HTML, also a summary that would be written with other letters.
 */
export function foldDetails(tokens: Token[], parseInline: ParseInline): void {
  if (!tokens.some((token) => headOf(token) !== undefined)) return
  const byIndex = new Map<number, Pair>()
  for (const pair of pairsOf(tokens)) {
    byIndex.set(pair.start, pair)
    byIndex.set(pair.end, pair)
  }
  let depth = 0
  for (const [index, token] of tokens.entries()) {
    const pair = byIndex.get(index)
    if (pair === undefined) continue
    if (pair.end === index) {
      depth -= 1
      change(token, 'details_close', -1)
    } else if (token.level + 2 * depth < maxLevel && opens(token, pair.head, parseInline)) {
      depth += 1
    } else {
      byIndex.delete(pair.end)
    }
  }
}

function pairsOf(tokens: readonly Token[]): Pair[] {
  const pairs: Pair[] = []
  const containers: Omit<Pair, 'end'>[][] = [[]]
  for (const [index, token] of tokens.entries()) {
    if (token.nesting > 0) containers.push([])
    if (token.nesting < 0 && containers.length > 1) containers.pop()
    const opened = containers.at(-1)
    const found = headOf(token)
    if (found !== undefined) opened?.push({ start: index, head: found })
    if (token.type !== 'html_block' || sourceOf(token) !== '</details>') continue
    const last = opened?.pop()
    if (last !== undefined) pairs.push({ ...last, end: index })
  }
  return pairs
}

function headOf(token: Token): Head | undefined {
  if (token.type !== 'html_block' || !token.content.startsWith('<details')) return undefined
  const match = head.exec(sourceOf(token))
  return match === null ? undefined : { open: match[1] !== undefined, summary: match[2] ?? '' }
}

function sourceOf(token: Token): string {
  return token.content.endsWith('\n') ? token.content.slice(0, -1) : token.content
}

/** Makes the token open a toggle, if its summary is one. */
function opens(token: Token, { open, summary }: Head, parseInline: ParseInline): boolean {
  const inline = parseInline(summary)
  if (inline.some(({ type, content }) => type === 'html_inline' && ownTag.test(content))) {
    return false
  }
  const content = readInline(inline, true)
  const node: ContentNode = {
    type: 'detailsSummary',
    ...(content.length > 0 ? { content } : {}),
  }
  if (summaryMarkdown(node) !== summary) return false
  change(token, 'details_open', 1)
  token.meta = { open, summary: node }
  token.children = inline
  return true
}

function change(token: Token, type: string, nesting: 1 | -1): void {
  token.type = type
  token.nesting = nesting
  token.content = ''
}
