/**
 * A bit for each kind of letter in a word: a substitution changes at most two of them, so that words whose
 * bits differ more are not compared letter by letter.
 */
export function letterMask(word: string): number {
  let mask = 0
  for (let index = 0; index < word.length; index += 1) mask |= 1 << (word.charCodeAt(index) & 31)
  return mask >>> 0
}

export function countBits(mask: number): number {
  let bits = mask - ((mask >>> 1) & 0x55555555)
  bits = (bits & 0x33333333) + ((bits >>> 2) & 0x33333333)
  return Math.imul((bits + (bits >>> 4)) & 0x0f0f0f0f, 0x01010101) >>> 24
}

/** How many typing mistakes a word is forgiven: none in short ones, where one makes another word. */
export function forgivenEdits(word: string): number {
  const length = Array.from(word).length
  if (length < 4) return 0
  return length < 8 ? 1 : 2
}

/** Rows of the table of edits, used again by every comparison. */
let rows = makeRows(64)

/**
 * Insertions, deletions, substitutions and swaps of neighbours between two words (optimal string
 * alignment); `limit + 1` when there are more than `limit`.
 */
export function countEdits(one: string, other: string, limit: number): number {
  const width = other.length
  if (Math.abs(one.length - width) > limit) return limit + 1
  if (rows[0].length <= width) rows = makeRows(width)
  let [beforeLast, last, current] = rows
  for (let column = 0; column <= width; column += 1) last[column] = column
  for (let row = 1; row <= one.length; row += 1) {
    const unit = one.charCodeAt(row - 1)
    const unitBefore = row > 1 ? one.charCodeAt(row - 2) : -1
    current[0] = row
    let rowMin = row
    for (let column = 1; column <= width; column += 1) {
      const otherUnit = other.charCodeAt(column - 1)
      let edits = (last[column - 1] ?? 0) + (unit === otherUnit ? 0 : 1)
      edits = Math.min(edits, (last[column] ?? 0) + 1, (current[column - 1] ?? 0) + 1)
      const isSwap = column > 1 && otherUnit === unitBefore && unit === other.charCodeAt(column - 2)
      if (isSwap) edits = Math.min(edits, (beforeLast[column - 2] ?? 0) + 1)
      current[column] = edits
      if (edits < rowMin) rowMin = edits
    }
    if (rowMin > limit) return limit + 1
    ;[beforeLast, last, current] = [last, current, beforeLast]
  }
  return last[width] ?? limit + 1
}

function makeRows(width: number): [Int32Array, Int32Array, Int32Array] {
  return [new Int32Array(width + 1), new Int32Array(width + 1), new Int32Array(width + 1)]
}
