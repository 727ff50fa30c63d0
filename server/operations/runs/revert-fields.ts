import type { PageRevert } from '../../domain/reverts/page-revert.ts'
import type { RevertTarget } from '../../domain/reverts/target.ts'
import { invalidInput } from '../../lib/errors.ts'
import { readTime } from '../fields.ts'

type TargetInput = {
  workspaceId: string
  runId?: string
  keyId?: string
  since?: string
}

/** Throws VALIDATION_FAILED. */
export function toTarget({ workspaceId: id, runId, keyId, since }: TargetInput): RevertTarget {
  if (runId !== undefined && keyId === undefined && since === undefined) {
    return { workspaceId: id, runId }
  }
  if (runId === undefined && keyId !== undefined && since !== undefined) {
    return { workspaceId: id, keyId, since: readTime('/since', since) }
  }
  const message = 'must be the only target; to target an API key, send keyId and since instead'
  throw invalidInput([{ path: '/runId', rule: 'oneOf', message }])
}

export function toPage({ pageId, ...revert }: PageRevert) {
  return { id: pageId, ...revert }
}
