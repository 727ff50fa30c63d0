import type { Node, Slice } from 'prosemirror-model'
import { ReplaceAroundStep, ReplaceStep } from 'prosemirror-transform'
import type { Step, Transform } from 'prosemirror-transform'
import { isValidChange } from './check-step.ts'

/** Applies a step if the document stays valid. */
export function tryStep(tr: Transform, step: Step): boolean {
  if (!isPlainText(step)) {
    const after = applied(tr.doc, step)
    if (after === undefined || !isValidChange(tr.doc, after)) return false
  }
  try {
    return tr.maybeStep(step).failed === null
  } catch {
    return false
  }
}

/**
 * Whether a step changes a document or the positions in it. One with an attribute that its node does not have can carry
 * megabytes, and does nothing. A step that replaces text by the same text is one that others must follow.
 */
export function hasEffect(doc: Node, step: Step): boolean {
  if (step instanceof ReplaceStep || step instanceof ReplaceAroundStep) return true
  const after = applied(doc, step)
  return after === undefined || !after.eq(doc)
}

/** The document after a step; undefined if the step does not fit, or names positions that do not exist. */
export function applied(doc: Node, step: Step): Node | undefined {
  try {
    return step.apply(doc).doc ?? undefined
  } catch {
    return undefined
  }
}

/** `step.apply` looks at the edges, which is enough for text and for a deletion. */
function isPlainText(step: Step): boolean {
  return step instanceof ReplaceStep && isFlatText(step.slice)
}

function isFlatText({ content, openStart }: Slice): boolean {
  return openStart === 0 && (content.firstChild?.isText ?? true) && content.childCount < 2
}
