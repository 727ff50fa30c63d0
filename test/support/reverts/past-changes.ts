import assert from 'node:assert/strict'
import type { Node } from 'prosemirror-model'
import { parseMarkdown } from '../../../content/parse-markdown.ts'
import { schema } from '../../../content/schema.ts'
import type { Writer } from '../../../content/steps/attribution.ts'
import { diffDocuments } from '../../../content/steps/diff.ts'
import type { PastChange } from '../../../content/steps/revert/past-change.ts'

/** Someone who writes, in a run that is theirs alone unless another or none is named. */
export function writerOf(userId: string, runId: string | null = userId): Writer {
  return { userId, via: null, keyId: null, runId, at: 0 }
}

export function nodeOf(markdown: string): Node {
  const parsed = parseMarkdown(markdown)
  assert.ok(parsed.ok)
  return schema.nodeFromJSON(parsed.document)
}

/** Changes of a page, each of which gives it as its writer left it. Those of one writer are reverted. */
export function pastChanges(
  base: Node,
  changes: readonly (readonly [Writer, string])[],
  reverted: Writer,
): PastChange[] {
  let before = base
  return changes.map(([writer, markdown]) => {
    const after = nodeOf(markdown)
    const { steps, moves } = diffDocuments(before, after)
    before = after
    return { writer, steps, moves, isReverted: writer === reverted }
  })
}
