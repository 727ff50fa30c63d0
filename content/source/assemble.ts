import type { ContentNode } from '../node.ts'
import { blockHash, blockKey } from './block-key.ts'
import { type Fragment, joinFragments } from './join.ts'
import { pairBlocks } from './pair.ts'
import type { SourcePart } from './split.ts'

export type Assembly = {
  /** The blocks of the document. */
  blocks: readonly ContentNode[]
  /** The generated Markdown of each block; '' for a block without any. Only called for what has changed. */
  generate: () => readonly string[]
  /** The parts of the text that an earlier state of the document was read from. */
  parts: readonly SourcePart[]
  /** Reads a text as the document will be read from it; undefined if it cannot be read. */
  read: (markdown: string) => readonly ContentNode[] | undefined
}

export type Assembled = {
  markdown: string
  /** What is read from it. */
  blocks: readonly ContentNode[]
}

const maxAttempts = 6

/**
 * The Markdown of a document, with the stored text of every block that has not changed. The text is read again: where
 * it gives another document, because a definition is missing or a list joins its neighbor, blocks are generated.
 */
export function assembleMarkdown({ blocks, generate, parts, read }: Assembly): Assembled {
  const keys = blocks.map(blockKey)
  const indexes = blocks
    .keys()
    .filter((index) => keys[index] !== emptyKey)
    .toArray()
  const pairs = pairBlocks(
    indexes.map((index) => blockHash(keys[index] ?? '')),
    parts,
  )
  const lineEnding = lineEndingOf(parts)
  let generated: readonly string[] | undefined
  const markdownOf = (index: number) =>
    ((generated ??= generate())[index] ?? '').replaceAll('\n', lineEnding)
  const canonical = () => canonicalOf(indexes.map(markdownOf), lineEnding)
  const generatedBlocks = new Set<number>()
  let expected = indexes.map((index) => keys[index] ?? '')
  for (let attempt = 1; attempt <= maxAttempts && parts.length > 0; attempt += 1) {
    const fragments = indexes.map((index, number): Fragment => ({
      markdown: () => markdownOf(index),
      part: pairs.same[number],
      replaced: pairs.replaced[number],
      isForced: generatedBlocks.has(number),
    }))
    const markdown = joinFragments(fragments, parts, lineEnding)
    const found = read(markdown)
    if (found === undefined) break
    const foundKeys = keysOf(found)
    if (attempt > 1 || differing(foundKeys, expected).length > 0) {
      // A document from an editor may differ from its own Markdown.
      if (attempt === 1) expected = keysOf(read(canonical()) ?? [])
      if (expected.length !== indexes.length) break
    }
    const wrong = differing(foundKeys, expected)
    if (wrong.length === 0) return { markdown, blocks: found }
    if (!addAll(generatedBlocks, wrong, indexes.length)) break
  }
  const markdown = canonical()
  return { markdown, blocks: parts.length === 0 ? blocks : (read(markdown) ?? blocks) }
}

function keysOf(blocks: readonly ContentNode[]): string[] {
  return blocks.map(blockKey).filter((key) => key !== emptyKey)
}

const emptyKey = blockKey({ type: 'paragraph' })

function lineEndingOf(parts: readonly SourcePart[]): string {
  for (const { text } of parts) {
    const found = /\r\n?|\n/.exec(text)
    if (found !== null) return found[0]
  }
  return '\n'
}

function canonicalOf(markdown: readonly string[], lineEnding: string): string {
  const blocks = markdown.filter((block) => block !== '')
  return blocks.length > 0 ? blocks.join(lineEnding + lineEnding) + lineEnding : ''
}

/** Indexes of the expected blocks that were not found. */
function differing(found: readonly string[], expected: readonly string[]): number[] {
  const all = expected.keys().toArray()
  if (found.length === expected.length)
    return all.filter((index) => found[index] !== expected[index])
  const start = all.find((index) => found[index] !== expected[index]) ?? expected.length
  let ending = 0
  const maxEnding = Math.min(found.length, expected.length) - start
  while (ending < maxEnding && found.at(-1 - ending) === expected.at(-1 - ending)) ending += 1
  const wrong = all.slice(start, expected.length - ending)
  // A text that has more blocks than the document has them between these two.
  return wrong.length > 0 ? wrong : all.slice(Math.max(0, start - 1), start + 1)
}

/** Adds indexes, or the neighbours of those that are in already. Returns whether it added any. */
function addAll(set: Set<number>, indexes: readonly number[], length: number): boolean {
  const { size } = set
  for (const index of indexes) set.add(index)
  if (set.size > size) return true
  for (const index of indexes) {
    if (index > 0) set.add(index - 1)
    if (index < length - 1) set.add(index + 1)
  }
  return set.size > size
}
