import type { PageFields } from '../../../../server/lib/page-fields.ts'
import type { Hunk } from './merge.ts'
import type { PageVersion } from './page-state.ts'

/** Both sides changed the same: a person has to choose. */
export type Conflict = {
  hunks: Hunk[]
  title: { mine: string; theirs: string }
  /** What is settled beside the body; where the titles differ, with mine. */
  fields: PageFields
  theirs: PageVersion
}

/** Why the server does not take a change; each has a way on of its own. */
export type Reason =
  | 'signed-out'
  | 'trashed'
  | 'lost'
  | 'no-access'
  | 'too-large'
  | 'storage-full'
  | 'server-error'
  | 'old-app'
  | 'refused'

export type Failure = { reason: Reason; message: string }

export type SaveStatus =
  | { kind: 'saved' | 'unsaved' | 'saving' | 'offline' }
  | ({ kind: 'failed' } & Failure)
  | { kind: 'conflict'; conflict: Conflict }

/** How the server answered a save: what went wrong is a value, as each has its own way on. */
export type SendResult =
  | ({ kind: 'saved' } & Pick<PageVersion, 'version' | 'updatedAt' | 'updatedBy'>)
  | { kind: 'conflict' }
  | { kind: 'unreachable' }
  | ({ kind: 'refused' } & Failure)

export type LoadResult =
  | { kind: 'loaded'; page: PageVersion }
  | { kind: 'unreachable' }
  | ({ kind: 'refused' } & Failure)

/** What is known of changes that the server has not got. */
export type UnsentState =
  | { kind: 'unsaved' | 'offline' | 'conflict' }
  | ({ kind: 'failed' } & Failure)

/** The state of changes with this status; undefined when the server has them all. */
export function unsentState(status: SaveStatus): UnsentState | undefined {
  if (status.kind === 'saved') return undefined
  if (status.kind === 'failed') {
    return { kind: 'failed', reason: status.reason, message: status.message }
  }
  return { kind: status.kind === 'saving' ? 'unsaved' : status.kind }
}

const passing: ReadonlySet<Reason> = new Set(['storage-full', 'server-error'])
const lasting: ReadonlySet<Reason> = new Set([
  'signed-out',
  'trashed',
  'lost',
  'no-access',
  'old-app',
])

/** Whether waiting may change the answer. */
export function isPassing(reason: Reason): boolean {
  return passing.has(reason)
}

/** Whether the same answer comes whatever the person writes. */
export function isLasting(reason: Reason): boolean {
  return lasting.has(reason)
}
