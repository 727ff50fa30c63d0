import { clock, dayMs } from '../../lib/clock.ts'
import { invalidInput } from '../../lib/errors.ts'
import { partOf, readPosition, writePosition } from '../../lib/lists/cursors.ts'
import type { InboxKind } from '../../lib/vocabulary.ts'
import { inbox } from '../../store/index.ts'
import type { WorkspaceContext } from '../context.ts'
import { requireWriteAccess } from '../people/access.ts'

export type InboxFilter = {
  state: inbox.InboxState
  kind?: InboxKind | undefined
  cursor?: string | undefined
  limit: number
}

export type InboxPart = {
  entries: (inbox.InboxItem & { isSnoozed: boolean })[]
  /** The number of unread entries of all kinds. */
  unread: number
  nextCursor: string | undefined
}

/** A snooze ends within a year. */
const maxSnoozeMs = 366 * dayMs

/** What waits for the caller, as far as they can read it, newest first. Throws VALIDATION_FAILED. */
export async function listInbox(
  { store, viewer }: WorkspaceContext,
  { state, kind, cursor, limit }: InboxFilter,
): Promise<InboxPart> {
  const before = readPosition(cursor)
  const filter = {
    state,
    kind: kind ?? '',
    before: before && { shownAt: before.number, id: before.id },
  } as const
  const now = clock.now()
  const [rows, unread] = await Promise.all([
    inbox.list(store, viewer, filter, { now, limit: limit + 1 }),
    inbox.unread(store, viewer, now),
  ])
  const { shown, nextCursor } = partOf(rows, limit, ({ shownAt, id }) =>
    writePosition({ number: shownAt, id }),
  )
  return {
    entries: shown.map((row) => ({ ...row, isSnoozed: row.shownAt > now })),
    unread,
    nextCursor,
  }
}

export type Marked = { entryIds?: readonly string[]; all?: boolean; isRead: boolean }

/**
 * Marks some entries of the caller, or all that the inbox shows and are not snoozed, as read or unread. Returns the
 * number of unread ones. Throws FORBIDDEN or VALIDATION_FAILED.
 */
export async function markEntries(
  context: WorkspaceContext,
  { entryIds = [], all = false, isRead }: Marked,
): Promise<number> {
  if (all === entryIds.length > 0) {
    const message = 'must name entries, unless all is true'
    throw invalidInput([{ path: '/entryIds', rule: 'required', message }])
  }
  const now = clock.now()
  const at = isRead ? now : null
  const own = ownOf(context)
  await context.store.transactIn('none', (transaction) =>
    all ? inbox.markAll(transaction, own, { at, now }) : inbox.mark(transaction, own, entryIds, at),
  )
  return inbox.unread(context.store, context.viewer, now)
}

/**
 * Hides entries of the caller until a time, when they appear as unread; null shows them again. Returns the number of
 * unread ones. Throws FORBIDDEN or VALIDATION_FAILED.
 */
export async function snoozeEntries(
  context: WorkspaceContext,
  { entryIds, until }: { entryIds: readonly string[]; until: string | null },
): Promise<number> {
  const now = clock.now()
  const end = until === null ? null : Date.parse(until)
  if (end !== null && !(end > now && end <= now + maxSnoozeMs)) {
    const message = 'must be in the future, and within a year'
    throw invalidInput([{ path: '/until', rule: 'range', message }])
  }
  const own = ownOf(context)
  await context.store.transactIn('none', (transaction) =>
    inbox.snooze(transaction, own, entryIds, end),
  )
  return inbox.unread(context.store, context.viewer, now)
}

/** Viewers have an inbox of their own; read-only keys change nothing. */
function ownOf({ caller, viewer: { workspaceId } }: WorkspaceContext): {
  workspaceId: string
  userId: string
} {
  requireWriteAccess(caller)
  return { workspaceId, userId: caller.userId }
}
