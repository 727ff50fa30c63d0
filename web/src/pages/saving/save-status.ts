import type { ConflictLocation } from '../../../../client/errors.ts'
import type { Dispute } from '../../../../content/merge/dispute.ts'
import type { ShownConflict } from '../../../../content/merge/locations.ts'
import type { PageState, PageVersion } from './page-state.ts'

export type Side = 'mine' | 'theirs'

/** What the server says of a place that both sides changed: who wrote there last, when and through what. */
export type Origin = Pick<ConflictLocation, 'kind' | 'base' | 'theirs' | 'by' | 'via' | 'at'>

/** A place of a page that both sides changed. Its key stays while others are decided. */
export type DisputedLocation = ShownConflict & { key: string; origin: Origin | undefined }

/** Both sides changed the same: a person has to choose. */
export type Conflict = {
  locations: readonly DisputedLocation[]
  /** Undefined if it is not disputed. */
  title: { mine: string; theirs: string } | undefined
  dispute: Dispute
  theirs: PageVersion
  /** As the person sees it: with all that others changed elsewhere. */
  mine: PageState
  /** What `mine` and `theirs` have in common. */
  base: PageState
  /** What nobody disputes, which is sent while the person has not chosen yet; and the base of both once it is. */
  settled: PageState
  settledBase: PageState
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
  /** `merged`: the page has changes of others that the person has not seen. */
  | ({ kind: 'saved'; merged?: boolean } & Pick<PageVersion, 'version' | 'updatedAt' | 'updatedBy'>)
  /** `origins` are empty where the server cannot name the places. */
  | { kind: 'conflict'; origins: readonly Origin[] }
  | { kind: 'unreachable' }
  | ({ kind: 'refused' } & Failure)

/** What the server has stored. */
export type Saved = Extract<SendResult, { kind: 'saved' }>

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
