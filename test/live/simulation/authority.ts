import type { Node } from 'prosemirror-model'
import { readBatch } from '../../../content/steps/batch.ts'
import type { Change, RetainedText } from '../../../content/steps/batch.ts'
import { checkChange } from '../../../content/steps/check-step.ts'
import { rebase } from '../../../content/steps/rebase.ts'
import { writeBatch } from '../../../content/steps/write-batch.ts'
import type { ConfirmedBatch, SentBatch } from '../../../web/src/live/collab.ts'

export type Accepted = ConfirmedBatch & { readonly steps: NonNullable<ConfirmedBatch['steps']> }

/** The server's part: one page, its version, and all batches since version 0. */
export type Authority = {
  doc: Node
  readonly changes: Change[]
  readonly batches: Accepted[]
  readonly refusals: string[]
  readonly retained: RetainedText[]
}

export function startAuthority(doc: Node): Authority {
  return { doc, changes: [], batches: [], refusals: [], retained: [] }
}

/** Accepts a batch once; undefined if it is known already or refused. */
export function accept(
  authority: Authority,
  sent: SentBatch,
  authorId: string,
): Accepted | undefined {
  if (authority.batches.some(({ id }) => id === sent.id)) return undefined
  const change = readBatch(authority.doc.type.schema, sent, authorId)
  if (change === undefined) return refuse(authority, 'malformed')
  const rebased = rebase(authority.doc, authority.changes.slice(sent.base), change)
  if (!rebased.ok) return refuse(authority, rebased.reason)
  const check = checkChange(authority.doc, rebased.doc)
  if (!check.ok) return refuse(authority, check.reason)
  authority.doc = rebased.doc
  authority.changes.push(rebased.change)
  authority.retained.push(...rebased.retained)
  const batch = {
    ...writeBatch(rebased.change.steps, rebased.change.moves),
    id: sent.id,
    version: authority.changes.length,
  }
  authority.batches.push(batch)
  return batch
}

function refuse(authority: Authority, reason: string): undefined {
  authority.refusals.push(reason)
}
