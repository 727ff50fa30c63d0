import { invalidInput } from '../../lib/errors.ts'
import type { Secrets } from '../../lib/secrets/secrets.ts'
import type { Viewer } from '../../store/index.ts'

/**
 * Where a list goes on: before an event and an entry of the audit log. It is encrypted, because the number of an event
 * would tell of others that the reader cannot see.
 */
export type Position = { sequence: number; auditId: string }

/** Sorts behind all IDs. */
export const afterAllIds = 'z'.repeat(36)
const digits = 15
export const afterAllEvents = 10 ** digits - 1

export function sealPosition(
  secrets: Secrets,
  viewer: Viewer,
  { sequence, auditId }: Position,
): string {
  const text = String(sequence).padStart(digits, '0') + auditId
  return secrets.seal(text, purposeOf(viewer))
}

/** Throws VALIDATION_FAILED. */
export function openPosition(secrets: Secrets, viewer: Viewer, cursor: string): Position {
  const text = secrets.open(cursor, purposeOf(viewer))
  if (text !== undefined) {
    return { sequence: Number(text.slice(0, digits)), auditId: text.slice(digits) }
  }
  const message = 'must be nextCursor of an earlier response to the same person'
  throw invalidInput([{ path: '/cursor', rule: 'cursor', message }])
}

function purposeOf({ workspaceId, viewerId }: Viewer): string {
  return `activity cursor of ${viewerId} in ${workspaceId}`
}
