import { clock } from '../../lib/clock.ts'
import { type ChatEvent, isChatEvent } from '../../lib/event-types.ts'
import { fits } from '../../lib/json/fits.ts'
import { parseJson } from '../../lib/json/parse-json.ts'
import {
  chatNotices,
  chatSubscriptions,
  levelIn,
  noLevel,
  type Store,
  systemViewer,
  type Transaction,
  trash,
  type Viewer,
} from '../../store/index.ts'
import type { Message } from '../webhooks/payload.ts'
import { readEvents } from './subscriptions.ts'

/** A chat gets at most one message per page in this time. */
export const noticeWindowMs = 5 * 60_000
/** Per notice: distinct kinds of change by a person. */
const maxChanges = 20

const text = { type: 'string' } as const
const textOrNull = { type: ['string', 'null'] } as const
const isStoredChange = fits({
  type: 'object',
  required: ['type', 'actor', 'subject', 'count'],
  properties: {
    type: text,
    actor: {
      type: 'object',
      required: ['type', 'id', 'via', 'name'],
      properties: { type: { enum: ['member', 'system'] }, id: textOrNull, via: text, name: text },
    },
    subject: {
      type: 'object',
      required: ['title', 'url'],
      properties: { title: text, url: textOrNull },
    },
    commentId: text,
    isInPart: { type: 'boolean' },
    sectionId: textOrNull,
    count: { type: 'integer' },
  },
} as const)

/** One kind of change to a page by one person, with its count. */
export type NoticeChange = {
  type: ChatEvent
  actor: Message['actor']
  subject: Message['subject']
  commentId?: string
  /** Set if a proposal was accepted, but not all of it. */
  isInPart?: boolean
  /** The section of the page at the time. Earlier versions did not store it. */
  sectionId?: string | null
  count: number
}

export type ChatSubscriber = chatSubscriptions.SubscriptionRow & {
  subscriptions: readonly string[]
}

/** The chat subscriptions of a workspace. */
export async function readChatSubscribers(
  store: Store,
  workspaceId: string,
): Promise<ChatSubscriber[]> {
  const rows = await chatSubscriptions.list(store, workspaceId)
  return rows.map((row) => ({ ...row, subscriptions: readEvents(row) }))
}

/** A page and what a chat is notified of. */
export type VisibleNotice = { pageId: string; changes: NoticeChange[] }

/** The notices about pages that the chat can still see. The section at the time decides about permanently deleted pages. */
export async function visibleNotices(
  store: Store,
  viewer: Viewer,
  notices: readonly chatNotices.NoticeRow[],
): Promise<VisibleNotice[]> {
  const found = notices.map(async (row): Promise<VisibleNotice> => {
    const { pageId } = row
    const changes = readChanges(row)
    if (viewer.seesEverything) return { pageId, changes }
    if ((await trash.get(store, viewer, pageId)) !== undefined) return { pageId, changes }
    const exists = (await trash.get(store, systemViewer(viewer.workspaceId), pageId)) !== undefined
    return { pageId, changes: exists ? [] : await visibleChanges(store, viewer, changes) }
  })
  return (await Promise.all(found)).filter(({ changes }) => changes.length > 0)
}

async function visibleChanges(
  store: Store,
  viewer: Viewer,
  changes: readonly NoticeChange[],
): Promise<NoticeChange[]> {
  const found = changes.map(async (change) => {
    const { sectionId } = change
    if (sectionId === undefined) return []
    return (await levelIn(store, viewer, sectionId)) === noLevel ? [] : [change]
  })
  return (await Promise.all(found)).flat()
}

/** Adds a change to the notice of its page. It is due at once, or when the window of the last message ends. */
export async function queueNotice(
  transaction: Transaction,
  { workspaceId, id: subscriptionId, connectionId }: ChatSubscriber,
  message: Message,
): Promise<void> {
  const [pageId] = message.pageIds
  if (pageId === undefined || !isChatEvent(message.type)) return
  const address = { workspaceId, subscriptionId, pageId }
  // The subscription may be gone by now.
  if ((await chatSubscriptions.get(transaction, workspaceId, subscriptionId)) === undefined) return
  const known = await chatNotices.get(transaction, address)
  const now = clock.now()
  const toldAt = known?.toldAt ?? null
  await chatNotices.put(transaction, {
    ...address,
    connectionId,
    changes: JSON.stringify(mergeChange(readChanges(known), toChange(message.type, message))),
    revision: (known?.revision ?? 0) + 1,
    toldAt,
    dueAt: known?.dueAt ?? (toldAt === null ? now : Math.max(now, toldAt + noticeWindowMs)),
    attempts: known?.attempts ?? 0,
  })
}

export function readChanges(
  row: Pick<chatNotices.NoticeRow, 'changes'> | undefined,
): NoticeChange[] {
  const read: unknown = row === undefined ? [] : parseJson(row.changes)
  return Array.isArray(read) ? read.filter(isNoticeChange) : []
}

function isNoticeChange(read: unknown): read is NoticeChange {
  return isStoredChange(read) && isChatEvent(read.type)
}

function toChange(
  type: ChatEvent,
  { actor, subject, commentId, isInPart = false, about }: Message,
): NoticeChange {
  const sectionId = about?.sectionId ?? null
  return {
    type,
    actor,
    subject,
    ...(commentId !== undefined && { commentId }),
    ...(isInPart && { isInPart }),
    sectionId,
    count: 1,
  }
}

/** The same for changes that are counted together. */
function kindOf({ type, actor, isInPart = false }: NoticeChange): string {
  return `${type} ${isInPart} ${actor.id}`
}

/** Counts the same change by the same person once, with its latest subject. */
function mergeChange(changes: readonly NoticeChange[], change: NoticeChange): NoticeChange[] {
  const known = changes.find((one) => kindOf(one) === kindOf(change))
  const others = changes.filter((one) => one !== known)
  return [...others, { ...change, count: (known?.count ?? 0) + 1 }].slice(-maxChanges)
}

/** The outcome of a message. */
export type NoticeOutcome = { kind: 'sent' } | { kind: 'dropped' } | { kind: 'later'; wait: number }

/** Records the outcome of a message. Changes added in the meantime wait for the next one. */
export async function recordNoticeOutcome(
  transaction: Transaction,
  row: chatNotices.NoticeRow,
  outcome: NoticeOutcome,
): Promise<void> {
  const now = clock.now()
  const present = await chatNotices.get(transaction, row)
  if (present === undefined) return
  if (outcome.kind === 'later') {
    const attempts = row.attempts + 1
    await chatNotices.put(transaction, { ...present, dueAt: now + outcome.wait, attempts })
    return
  }
  const toldAt = outcome.kind === 'sent' ? now : present.toldAt
  const sentCounts = new Map(readChanges(row).map((one) => [kindOf(one), one.count] as const))
  const left = readChanges(present).flatMap((one) => {
    const count = one.count - (sentCounts.get(kindOf(one)) ?? 0)
    return count > 0 ? [{ ...one, count }] : []
  })
  const waits = present.revision !== row.revision && left.length > 0
  await chatNotices.put(transaction, {
    ...present,
    changes: JSON.stringify(waits ? left : []),
    toldAt: toldAt ?? now,
    dueAt: waits ? (toldAt ?? now) + noticeWindowMs : null,
    attempts: 0,
  })
}
