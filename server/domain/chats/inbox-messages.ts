import { clock } from '../../lib/clock.ts'
import { newId } from '../../lib/ids.ts'
import { fits } from '../../lib/json/fits.ts'
import { parseJson } from '../../lib/json/parse-json.ts'
import {
  inbox,
  inboxChats,
  inboxSettings,
  type Store,
  type Transaction,
  users,
} from '../../store/index.ts'
import type { Integrations } from '../context.ts'
import { viewerOfPerson } from '../people/access.ts'
import type { SendResult } from './adapters.ts'
import { writeInboxMessage } from './inbox-message-text.ts'
import { findReachablePerson, type ReachablePerson, sendToPerson } from './personal-chats.ts'

/** Between two messages to a person. */
const intervalMs = 60_000
/** After the first failed attempt; it doubles each time. */
const retryMs = 5 * 60_000
const maxRetryMs = 60 * 60_000
const maxAttempts = 10
/** Attempts after each of which the message may have arrived, unless the service drops duplicates. */
const maxUnanswered = 3
const maxPeople = 200
/** Of one bot. */
const peopleAtOnce = 4
/** Then other jobs get their turn, and the next look goes on. */
const maxRunMs = 20_000
/** As many as an inbox stores. */
const maxEntries = 1000

type Own = { workspaceId: string; userId: string; connectionId: string }
type Around = {
  store: Store
  integrations: Pick<Integrations, 'baseUrl' | 'chatServices' | 'outboundHttp' | 'secrets'>
  write: <Result>(work: (transaction: Transaction) => Promise<Result>) => Promise<Result>
  signal: AbortSignal
}

/**
 * Sends the people of a workspace messages about new entries of their inboxes, through the bots that they chose. A bot
 * whose service does not answer delays only messages of its own.
 */
export async function sendInboxMessages(around: Around, workspaceId: string): Promise<void> {
  const until = clock.now() + maxRunMs
  const part = { now: clock.now(), limit: maxPeople }
  const due = await inboxChats.due(around.store, workspaceId, part)
  const sendAll = async (people: inboxChats.Waiting[]) => {
    for (let one = people.shift(); one !== undefined; one = people.shift()) {
      if (around.signal.aborted || clock.now() > until) return
      await sendInboxMessage(around, { workspaceId, ...one })
    }
  }
  const bots = Map.groupBy(due, ({ connectionId }) => connectionId).values()
  const queues = [...bots].flatMap((people) => Array.from({ length: peopleAtOnce }, () => people))
  await Promise.all(queues.map(sendAll))
}

/** A message that is being sent, or is sent again: with the same ID, and about the same entries. */
type Pending = {
  id: string
  entryIds: string[]
  attempts: number
  /** Attempts after which the message may have arrived. */
  unanswered: number
}

const isPending = fits({
  type: 'object',
  required: ['id', 'entryIds', 'attempts', 'unanswered'],
  properties: {
    id: { type: 'string' },
    entryIds: { type: 'array', items: { type: 'string' } },
    attempts: { type: 'integer' },
    unanswered: { type: 'integer' },
  },
} as const)

/**
 * An attempt is stored before it is made: after a crash, the message is sent again, and not without end. What the
 * person cannot see now is left out for good.
 */
async function sendInboxMessage(around: Around, own: Own): Promise<void> {
  const { store, integrations, write } = around
  const now = clock.now()
  const waiting = new Set(await inbox.unsentIds(store, own, { now, limit: maxEntries }))
  const found = await readMessage(around, own, now)
  const seen = found?.entries.filter(({ id }) => waiting.has(id)) ?? []
  const before = found?.pending
  const attempted = new Set(before?.entryIds)
  const again = seen.filter(({ id }) => attempted.has(id))
  const entries = again.length > 0 ? again : seen
  if (found === undefined || entries.length === 0) {
    await write((transaction) =>
      finish(transaction, own, { entryIds: [...waiting], error: null, now }),
    )
    return
  }
  const { person } = found
  const last = again.length > 0 ? before : undefined
  const { id, attempts, unanswered } = last ?? { id: newId(), attempts: 0, unanswered: 0 }
  const entryIds = entries.map((entry) => entry.id)
  if (last !== undefined && isOver(last, person)) {
    const { error } = found
    await write((transaction) => finish(transaction, own, { entryIds, error, now }))
    return
  }
  const text = await writeInboxMessage(entries, integrations.baseUrl, found.language)
  const adapter = await person.service.open()
  const pending = { id, entryIds, attempts: attempts + 1, unanswered: unanswered + 1 }
  const hidden = [...waiting.difference(new Set(seen.map((entry) => entry.id)))]
  const isTaken = await write(async (transaction) => {
    const isStored = await storeAttempt(transaction, own, {
      pending,
      error: found.error,
      now,
      wait: 0,
    })
    if (isStored) await inbox.setSent(transaction, own, hidden, now)
    return isStored
  })
  if (!isTaken) return
  const sent = await sendToPerson(integrations, { ...person, adapter }, { ...text, id }, [
    around.signal,
  ])
  await write((transaction) => record(transaction, own, { pending, sent, person }))
}

type Found = {
  person: ReachablePerson
  language: string | null
  entries: inbox.InboxItem[]
  pending: Pending | undefined
  /** Why the last message was not delivered. */
  error: string | null
}

/** Undefined for someone who left, whose account is disabled, or whom the bot cannot reach. */
async function readMessage(
  { store, integrations }: Around,
  own: Own,
  now: number,
): Promise<Found | undefined> {
  const [settings, delivery, user, viewer] = await Promise.all([
    inboxSettings.get(store, own),
    inboxChats.delivery(store, own),
    users.byId(store, own.userId),
    viewerOfPerson(store, own.workspaceId, own.userId),
  ])
  const { connectionId } = own
  if (settings?.chatConnectionId !== connectionId) return undefined
  if (viewer === undefined || user?.disabledAt !== null) return undefined
  const person = await findReachablePerson({ store, integrations }, own)
  if (person === undefined) return undefined
  const entries = await inbox.unsent(store, viewer, { now, limit: maxEntries })
  const stored: unknown = parseJson(delivery?.pending ?? 'null')
  const pending = isPending(stored) ? stored : undefined
  return { person, language: user.language, entries, pending, error: delivery?.error ?? null }
}

function isOver(
  { attempts, unanswered }: Pick<Pending, 'attempts' | 'unanswered'>,
  { service }: ReachablePerson,
): boolean {
  return attempts >= maxAttempts || (unanswered >= maxUnanswered && !service.dropsDuplicates)
}

type Outcome = { pending: Pending; sent: SendResult; person: ReachablePerson }

async function record(
  transaction: Transaction,
  own: Own,
  { pending, sent, person }: Outcome,
): Promise<void> {
  const now = clock.now()
  const { entryIds } = pending
  if (sent.ok) return finish(transaction, own, { entryIds, error: null, now })
  const { reason: error, retryAfter = 0 } = sent
  const unanswered = sent.mayHaveArrived ? pending.unanswered : pending.unanswered - 1
  const after = { ...pending, unanswered }
  if (sent.isUnreachable || isOver(after, person)) {
    return finish(transaction, own, { entryIds, error, now })
  }
  await storeAttempt(transaction, own, { pending: after, error, now, wait: retryAfter })
}

/** The entries stay in the inbox. `error`: why the message was not delivered. */
async function finish(
  transaction: Transaction,
  own: Own,
  { entryIds, error, now }: { entryIds: readonly string[]; error: string | null; now: number },
): Promise<void> {
  const failure = { error, errorAt: error === null ? null : now }
  const dueAt = now + intervalMs
  const delivery = { ...failure, pending: null, dueAt }
  // Someone who chose another bot in the meantime waits for that.
  if (!(await inboxChats.setDelivery(transaction, own, delivery))) return
  await inbox.setSent(transaction, own, entryIds, now)
}

type Attempt = { pending: Pending; error: string | null; now: number; wait: number }

/** False if the person no longer gets messages from the bot. */
function storeAttempt(
  transaction: Transaction,
  own: Own,
  { pending, error, now, wait }: Attempt,
): Promise<boolean> {
  const backOff = Math.min(maxRetryMs, retryMs * 2 ** (pending.attempts - 1))
  return inboxChats.setDelivery(transaction, own, {
    pending: JSON.stringify(pending),
    error,
    errorAt: error === null ? null : now,
    dueAt: now + Math.max(intervalMs, backOff, wait),
  })
}
