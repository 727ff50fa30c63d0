import type { Node } from 'prosemirror-model'
import { ReplaceStep, type Step } from 'prosemirror-transform'
import { changedRange } from '../../../content/steps/diff/changed-range.ts'

type DiffSteps = (before: Node, after: Node) => Step[]

let loaded: DiffSteps | undefined

/** Loads what finds the steps between two documents. A page that nobody changes does not need it. */
export async function loadDiff(): Promise<void> {
  loaded ??= (await import('../../../content/steps/diff.ts')).diffSteps
}

/** The steps between two documents; one for all that differs while the diff is not loaded. */
export function stepsBetween(before: Node, after: Node): Step[] {
  if (before.eq(after)) return []
  if (loaded !== undefined) return loaded(before, after)
  const range = changedRange(before.content, after.content)
  if (range === undefined) return []
  return [
    new ReplaceStep(
      range.before.from,
      range.before.to,
      after.slice(range.after.from, range.after.to),
    ),
  ]
}
