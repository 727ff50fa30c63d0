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

/**
 * Insertions, deletions, substitutions and swaps of neighbours between two words (optimal string
 * alignment); `limit + 1` when there are more than `limit`.
 */
export function countEdits(one: string, other: string, limit: number): number {
  if (Math.abs(one.length - other.length) > limit) return limit + 1
  let beforeLast: number[] = []
  let last = Array.from({ length: other.length + 1 }, (_, index) => index)
  for (let row = 1; row <= one.length; row += 1) {
    const current = [row]
    let least = row
    for (let column = 1; column <= other.length; column += 1) {
      const isSame = one[row - 1] === other[column - 1]
      let edits = Math.min(
        (last[column] ?? 0) + 1,
        (current[column - 1] ?? 0) + 1,
        (last[column - 1] ?? 0) + (isSame ? 0 : 1),
      )
      const isSwap = one[row - 1] === other[column - 2] && one[row - 2] === other[column - 1]
      if (row > 1 && column > 1 && isSwap) {
        edits = Math.min(edits, (beforeLast[column - 2] ?? 0) + 1)
      }
      current.push(edits)
      least = Math.min(least, edits)
    }
    if (least > limit) return limit + 1
    beforeLast = last
    last = current
  }
  return last[other.length] ?? limit + 1
}
