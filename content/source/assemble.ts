import type { ContentNode } from '../node.ts'
import { blockHash, blockKey } from './block-key.ts'
import { joinFragments } from './join.ts'
import { pairBlocks } from './pair.ts'
import type { SourcePart } from './split.ts'

export type Assembly = {
  /** The blocks of the document. */
  blocks: readonly ContentNode[]
  /** The generated Markdown of each block; '' for a block without any. */
  generated: readonly string[]
  /** The parts of the text that an earlier state of the document was read from. */
  parts: readonly SourcePart[]
  /** Reads a text as the document will be read from it; undefined if it cannot be read. */
  read: (markdown: string) => readonly ContentNode[] | undefined
}

const maxAttempts = 6

/**
 * The Markdown of a document, with the stored text of every block that has not changed. The text is read again: where
 * it gives another document, because a definition is missing or a list joins its neighbour, blocks are generated.
 */
export function assembleMarkdown({ blocks, generated, parts, read }: Assembly): string {
  const written = blocks.flatMap((block, index) => {
    const markdown = generated[index] ?? ''
    return markdown === '' ? [] : [{ key: blockKey(block), markdown }]
  })
  const lineEnding = /\r\n?|\n/.exec(parts.map(({ text }) => text).join(''))?.[0] ?? '\n'
  const canonical = canonicalOf(written.map(({ markdown }) => markdown)).replaceAll(
    '\n',
    lineEnding,
  )
  if (parts.length === 0) return canonical
  const pairs = pairBlocks(
    written.map(({ key }) => blockHash(key)),
    parts,
  )
  const keysIn = (markdown: string) =>
    read(markdown)
      ?.map(blockKey)
      .filter((key) => key !== empty)
  const generate = new Set<number>()
  let expected = written.map(({ key }) => key)
  for (let attempt = 1; attempt <= maxAttempts; attempt += 1) {
    const fragments = written.map(({ markdown }, index) => ({
      markdown: markdown.replaceAll('\n', lineEnding),
      part: pairs.same[index],
      replaced: pairs.replaced[index],
      isForced: generate.has(index),
    }))
    const text = joinFragments(fragments, parts, lineEnding)
    const found = keysIn(text)
    if (found === undefined) break
    let wrong = differing(found, expected)
    if (wrong.length === 0) return text
    if (attempt === 1) {
      // A document from an editor may differ from its own Markdown.
      const normal = keysIn(canonical)
      if (normal?.length !== expected.length) break
      expected = normal
      wrong = differing(found, expected)
      if (wrong.length === 0) return text
    }
    if (!addAll(generate, wrong, written.length)) break
  }
  return canonical
}

const empty = blockKey({ type: 'paragraph' })

function canonicalOf(markdown: readonly string[]): string {
  return markdown.length > 0 ? `${markdown.join('\n\n')}\n` : ''
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
