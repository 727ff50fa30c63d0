import type { PageDocument } from '../document.ts'
import { footnotesOf } from '../footnotes.ts'
import type { ContentNode } from '../node.ts'
import { writeBlocks, writeEach } from './each-block.ts'

/** Characters of JSON and Markdown. With more, all are forgotten. */
const maxLength = 1_000_000
/** Written one by one; with more, all blocks are written in one go, which takes less time for each. */
const maxApart = 20

const known = new Map<string, readonly string[]>()
let length = 0

/** Like `writeBlocks`, but only writes what was not written a short while ago: programs edit a page several times. */
export function writeKnownBlocks(document: PageDocument): readonly string[] {
  const footnotes = () => footnotesOf(document.content)
  const parts = partsOf(document.content, footnotes)
  const unknown = parts.filter(({ key }) => !known.has(key))
  if (unknown.length > maxApart) {
    const written = writeBlocks(document)
    for (const { key, start, blocks } of unknown) {
      remember(key, written.slice(start, start + blocks.length))
    }
    return written
  }
  return parts.flatMap(({ key, blocks, isFollowed }) => {
    const written = known.get(key) ?? writeEach(blocks, isFollowed, footnotes)
    remember(key, written)
    return written
  })
}

type Part = { key: string; start: number; blocks: readonly ContentNode[]; isFollowed: boolean }

/** After a list, the next block is written in another way: both are one part. */
const writtenAsLists = new Set(['bulletList', 'orderedList', 'taskList', 'kanbanColumn'])

function partsOf(content: readonly ContentNode[], footnotes: () => readonly string[]): Part[] {
  const parts: Part[] = []
  let labels: string | undefined
  let start = 0
  for (const [index, { type }] of content.entries()) {
    const isFollowed = index < content.length - 1
    if (isFollowed && writtenAsLists.has(type)) continue
    const blocks = content.slice(start, index + 1)
    let key = `${isFollowed}${JSON.stringify(blocks)}`
    // The same text is a footnote where the page defines it.
    if (key.includes('[^')) key += labels ??= JSON.stringify(footnotes())
    parts.push({ key, start, blocks, isFollowed })
    start = index + 1
  }
  return parts
}

function remember(key: string, written: readonly string[]): void {
  if (known.has(key)) return
  const added = written.reduce((sum, text) => sum + text.length, key.length)
  if (length + added > maxLength) {
    known.clear()
    length = 0
  }
  known.set(key, written)
  length += added
}
