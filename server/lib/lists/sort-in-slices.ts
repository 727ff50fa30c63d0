import { startTimeSlice } from '../time-slices.ts'

/** Sorted at a time: a few milliseconds of a slow comparison. */
const chunkSize = 512

/** Like `toSorted`, with pauses for other work. */
export async function sortInSlices<Item>(
  items: readonly Item[],
  compare: (one: Item, other: Item) => number,
): Promise<Item[]> {
  const timeSlice = startTimeSlice()
  let runs: Item[][] = []
  for (let start = 0; start < items.length; start += chunkSize) {
    runs.push(items.slice(start, start + chunkSize).toSorted(compare))
    if (timeSlice.isOver()) await timeSlice.pause()
  }
  while (runs.length > 1) {
    const merged: Item[][] = []
    for (let index = 0; index < runs.length; index += 2) {
      const [left = [], right] = runs.slice(index, index + 2)
      merged.push(right === undefined ? left : await merge(left, right, compare))
    }
    runs = merged
  }
  return runs[0] ?? []
}

async function merge<Item>(
  left: readonly Item[],
  right: readonly Item[],
  compare: (one: Item, other: Item) => number,
): Promise<Item[]> {
  const timeSlice = startTimeSlice()
  const merged: Item[] = []
  const others = right.values()
  let other = others.next()
  for (const [index, item] of left.entries()) {
    while (other.done !== true && compare(other.value, item) < 0) {
      merged.push(other.value)
      other = others.next()
    }
    merged.push(item)
    if (index % chunkSize === 0 && timeSlice.isOver()) await timeSlice.pause()
  }
  for (; other.done !== true; other = others.next()) merged.push(other.value)
  return merged
}
