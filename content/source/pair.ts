import { type Counterparts, pairEqual, pairSimilar } from './lines.ts'
import type { SourcePart } from './split.ts'

/** For each block of the document, by its index: a part of the text. */
export type Pairs = {
  /** The part that is the text of the block. */
  same: Counterparts
  /** The part of the block that a changed block replaces. */
  replaced: Counterparts
}

/** A block to pair: its hash, and a text with its words. */
export type PairedBlock = { hash: string; words: string }

/**
 * Pairs blocks with the parts of their text by their hashes: those in the order of the text first, then moved ones. Changed
 * blocks replace the parts between those of their neighbors.
 */
export function pairBlocks(blocks: readonly PairedBlock[], parts: readonly SourcePart[]): Pairs {
  const indexes = parts.flatMap(({ hash }, index) => (hash === '' ? [] : [index]))
  const texts = indexes.map((index) => parts[index]?.text ?? '')
  const hashes = blocks.map(({ hash }) => hash)
  const inOrder = pairEqual(
    hashes,
    indexes.map((index) => parts[index]?.hash ?? ''),
  )
  const partOf = (pair: number | undefined) => (pair === undefined ? undefined : indexes[pair])
  const same = withMoved(hashes, inOrder.map(partOf), parts)
  const used = new Set(same)
  const words = blocks.map((block) => block.words)
  const replaced = pairSimilar(words, texts, inOrder).map((pair, index) => {
    const part = same[index] === undefined ? partOf(pair) : undefined
    return used.has(part) ? undefined : part
  })
  return { same, replaced }
}

/** Pairs what has moved: repeated blocks in order. */
function withMoved(
  hashes: readonly string[],
  inOrder: Counterparts,
  parts: readonly SourcePart[],
): Counterparts {
  const used = new Set(inOrder)
  const free = new Map<string, number[]>()
  for (const [index, { hash }] of parts.entries()) {
    if (hash === '' || used.has(index)) continue
    const known = free.get(hash)
    if (known === undefined) free.set(hash, [index])
    else known.push(index)
  }
  for (const indexes of free.values()) indexes.reverse()
  return inOrder.map((part, index) => part ?? free.get(hashes[index] ?? '')?.pop())
}
