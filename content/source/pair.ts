import type { SourcePart } from './split.ts'

/** For each block of the document, by its index: a part of the text. */
export type Pairs = {
  /** The part that is the text of the block. */
  same: ReadonlyArray<number | undefined>
  /** The part of the block that a changed block replaces. */
  replaced: ReadonlyArray<number | undefined>
}

/** Pairs blocks with the parts of their text by their hashes, repeated ones in order. */
export function pairBlocks(hashes: readonly string[], parts: readonly SourcePart[]): Pairs {
  const byHash = new Map<string, { indexes: number[]; used: number }>()
  for (const [index, { hash }] of parts.entries()) {
    if (hash === '') continue
    const known = byHash.get(hash)
    if (known === undefined) byHash.set(hash, { indexes: [index], used: 0 })
    else known.indexes.push(index)
  }
  const same = hashes.map((hash) => {
    const known = byHash.get(hash)
    if (known === undefined) return undefined
    known.used += 1
    return known.indexes[known.used - 1]
  })
  return { same, replaced: replacedParts(same, parts) }
}

/** Changed blocks replace, one by one, the parts between those of their neighbours. */
function replacedParts(
  same: Pairs['same'],
  parts: readonly SourcePart[],
): Array<number | undefined> {
  const used = new Set(same)
  const following = nextBlocks(parts)
  const replaced: Array<number | undefined> = []
  let previous = -1
  for (const part of same) {
    const next = part === undefined ? following[previous + 1] : undefined
    const isFree = next !== undefined && !used.has(next)
    replaced.push(isFree ? next : undefined)
    previous = part ?? (isFree ? next : previous)
  }
  return replaced
}

/** For each index of a part, the first block from there. */
function nextBlocks(parts: readonly SourcePart[]): Array<number | undefined> {
  const next: Array<number | undefined> = []
  let found: number | undefined
  for (let index = parts.length - 1; index >= 0; index -= 1) {
    if (parts[index]?.hash !== '') found = index
    next[index] = found
  }
  return next
}
