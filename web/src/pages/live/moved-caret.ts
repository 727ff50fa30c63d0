/** Where a position of a text is after one part of it changed. */
export function movedCaret(before: string, after: string, position: number): number {
  const shorter = Math.min(before.length, after.length)
  let start = 0
  while (start < shorter && before[start] === after[start]) start += 1
  let end = 0
  while (end < shorter - start && before.at(-1 - end) === after.at(-1 - end)) end += 1
  if (position <= start) return position
  const isBehind = position >= before.length - end
  return isBehind ? position + after.length - before.length : Math.min(position, after.length - end)
}
