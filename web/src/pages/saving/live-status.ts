import type { LivePage } from '../../live/live-page.ts'
import type { LiveFailure } from '../../live/live-types.ts'
import type { Reason, SaveStatus } from './save-status.ts'

const reasons: Record<LiveFailure['code'], Reason> = {
  PAGE_TOO_LARGE: 'too-large',
  STORAGE_FULL: 'storage-full',
  FORBIDDEN: 'no-access',
  SCHEMA: 'old-app',
  VALIDATION_FAILED: 'refused',
  RATE_LIMITED: 'server-error',
  BUSY: 'server-error',
  OUTDATED: 'refused',
  BATCH_TOO_LARGE: 'refused',
  NO_EFFECT: 'refused',
}

/** The status of a live page, with the reasons of one that is saved as a whole. */
export function statusOf({ status }: LivePage): SaveStatus {
  if (status.kind !== 'failed') return status
  const { code, message } = status.failure
  return { kind: 'failed', reason: reasons[code], message }
}
