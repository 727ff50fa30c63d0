import type { Node } from 'prosemirror-model'

/** How many children at the start are the same objects in both. */
export function sharedStart(before: Node, after: Node): number {
  const limit = Math.min(before.childCount, after.childCount)
  let index = 0
  while (index < limit && before.child(index) === after.child(index)) index += 1
  return index
}

/** How many children at the end are the same objects, beyond the `start` that are shared already. */
export function sharedEnd(before: Node, after: Node, start: number): number {
  const limit = Math.min(before.childCount, after.childCount) - start
  let count = 0
  while (
    count < limit &&
    before.child(before.childCount - 1 - count) === after.child(after.childCount - 1 - count)
  ) {
    count += 1
  }
  return count
}
