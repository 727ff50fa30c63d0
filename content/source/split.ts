import type { Token } from 'markdown-it'
import type { PageDocument } from '../document.ts'
import type { ContentNode } from '../node.ts'
import { type TokensResult, parseWithUrls } from '../parse-markdown.ts'
import { readBlocks } from '../read/blocks.ts'
import type { UrlMap } from '../urls.ts'
import { blockHash, blockKey } from './block-key.ts'

/** A part of a Markdown text. The parts of a text, one after the other, are the text. */
export type SourcePart = {
  readonly text: string
  /** The hash of its block; '' for link reference definitions and for what precedes the first block. */
  readonly hash: string
}

export type Split =
  | { ok: true; document: PageDocument; parts: readonly SourcePart[] }
  | Extract<TokensResult, { ok: false }>

/** Parses a Markdown text as if its addresses were written as `map` returns them, and splits it by its blocks. */
export function splitMarkdown(markdown: string, map: UrlMap): Split {
  const result = parseWithUrls(markdown, map)
  if (!result.ok) return result
  const { document, tokens } = result
  return { ok: true, document, parts: partsOf(markdown, tokens, document.content) }
}

/** The tokens of one top-level block, and the lines of its text. */
type Group = { tokens: readonly Token[]; start: number; end: number }

function partsOf(
  markdown: string,
  tokens: readonly Token[],
  blocks: readonly ContentNode[],
): SourcePart[] {
  const lines = lineStarts(markdown)
  const groups = paired(groupsOf(tokens), blocks)
  const parts: SourcePart[] = []
  const textOf = (from: number, to: number) => markdown.slice(lines[from], lines[to])
  const add = (from: number, to: number, hash: string) => {
    if (from < to) parts.push({ text: textOf(from, to), hash })
  }
  const last = lines.length - 1
  add(0, groups[0]?.start ?? last, '')
  for (const [index, { start, end, hash }] of groups.entries()) {
    const next = groups[index + 1]?.start ?? last
    let definitions = end
    while (definitions < next && textOf(definitions, definitions + 1).trim() === '')
      definitions += 1
    add(start, definitions, hash)
    add(definitions, next, '')
  }
  return parts
}

/** Where the lines of a text start, and its end. */
function lineStarts(text: string): number[] {
  const starts = [0]
  for (const { index, 0: ending } of text.matchAll(/\r\n?|\n/g)) starts.push(index + ending.length)
  if (starts.at(-1) !== text.length) starts.push(text.length)
  return starts
}

function groupsOf(tokens: readonly Token[]): Group[] {
  const groups: Group[] = []
  let from = 0
  let depth = 0
  // Not the level of the tokens: the blocks of a toggle have that of the toggle itself.
  for (const [index, { nesting, map: last }] of tokens.entries()) {
    depth += nesting
    if (depth > 0) continue
    const map = tokens[from]?.map
    if (map != null) {
      const end = Math.max(map[1], last?.[1] ?? 0)
      groups.push({ tokens: tokens.slice(from, index + 1), start: map[0], end })
    }
    from = index + 1
  }
  return groups
}

type HashedGroup = { start: number; end: number; hash: string }

/** Pairs the groups with blocks, in order. Several groups can be one block, such as a table that is written as HTML. */
function paired(groups: readonly Group[], blocks: readonly ContentNode[]): HashedGroup[] {
  const keys = blocks.map(blockKey)
  const isSimple = groups.length === blocks.length
  const result: HashedGroup[] = []
  let index = 0
  for (const [number, key] of keys.entries()) {
    const first = groups[index]
    if (first === undefined) break
    const nextKey = keys[number + 1]
    const isOne = isSimple || keyOf(first) === key
    const end = isOne ? index + 1 : endBefore(groups, index + 1, nextKey)
    result.push({
      start: first.start,
      end: groups[end - 1]?.end ?? first.end,
      hash: blockHash(key),
    })
    index = end
  }
  return result
}

/** The index of the group that is the next block. */
function endBefore(groups: readonly Group[], from: number, nextKey: string | undefined): number {
  if (nextKey === undefined) return groups.length
  const end = groups.findIndex((group, index) => index >= from && keyOf(group) === nextKey)
  return end < 0 ? groups.length : end
}

function keyOf(group: Group | undefined): string {
  const [block] = readBlocks(group?.tokens ?? [])
  return block === undefined ? '' : blockKey(block)
}
