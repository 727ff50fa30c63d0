import { Mark } from 'prosemirror-model'
import { AddMarkStep, RemoveMarkStep, type Step } from 'prosemirror-transform'

/** Marks that a text loses, and marks that it then gets. */
export type MarkChange = { remove: readonly Mark[]; add: readonly Mark[] }

/** Undefined if no steps lead there: two marks of one type in another order. */
export function markChange(
  before: readonly Mark[],
  after: readonly Mark[],
): MarkChange | undefined {
  if (Mark.sameSet(before, after)) return { remove: [], add: [] }
  const remove = before.filter((mark) => !mark.isInSet(after))
  const add = after.filter((mark) => !mark.isInSet(before))
  let marks = before
  for (const mark of remove) marks = mark.removeFromSet(marks)
  for (const mark of add) marks = mark.addToSet(marks)
  return Mark.sameSet(marks, after) ? { remove, add } : undefined
}

export function isSameChange(a: MarkChange, b: MarkChange): boolean {
  return Mark.sameSet(a.remove, b.remove) && Mark.sameSet(a.add, b.add)
}

export function markSteps({ remove, add }: MarkChange, from: number, to: number): Step[] {
  return [
    ...remove.map((mark) => new RemoveMarkStep(from, to, mark)),
    ...add.map((mark) => new AddMarkStep(from, to, mark)),
  ]
}
