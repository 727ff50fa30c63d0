import { hash } from 'node:crypto'
import { clock } from '../../lib/clock.ts'
import { inbox, inboxSettings, type Store, type Transaction, users } from '../../store/index.ts'
import type { Integrations } from '../context.ts'
import { actorOf, messageOf, pathOf } from '../inbox/entry-lines.ts'
import { viewerOfPerson } from '../people/access.ts'
import { loadLanguage } from '../people/language.ts'
import type { DirectChat, MessageButtons, SendResult } from './adapters.ts'
import { inboxChatMessages, type InboxChatTexts } from './messages.ts'
import { findReachablePerson, type ReachablePerson } from './personal-chats.ts'
import {
  type Block,
  item,
  oneLine,
  paragraph,
  type RichText,
  styled,
  withoutMarks,
} from './text.ts'

/** Between two messages to a person. */
const intervalMs = 60_000
/** After a message that the service did not accept, unless it names a time. */
const retryMs = 5 * 60_000
const peopleAtOnce = 50
/** Of one message; the inbox has the others. */
const maxLines = 10
/** As many as an inbox stores. */
const maxEntries = 1000
const maxTitleLength = 200
const maxExcerptLength = 280

type Own = { workspaceId: string; userId: string }
type Around = {
  store: Store
  integrations: Pick<Integrations, 'baseUrl' | 'chatServices' | 'outboundHttp' | 'secrets'>
  write: <Result>(work: (transaction: Transaction) => Promise<Result>) => Promise<Result>
  signal: AbortSignal
}

/** Sends the people of a workspace messages about new entries of their inboxes, through the bots that they chose. */
export async function sendInboxMessages(around: Around, workspaceId: string): Promise<void> {
  for (;;) {
    const part = { now: clock.now(), limit: peopleAtOnce }
    const due = await inboxSettings.chatsDue(around.store, workspaceId, part)
    for (const userId of due) {
      if (around.signal.aborted) return
      await sendInboxMessage(around, { workspaceId, userId })
    }
    if (due.length < peopleAtOnce) return
  }
}

/**
 * Entries count as sent before they are: after a crash, none is sent twice. What the person cannot see now is left out
 * for good.
 */
async function sendInboxMessage(around: Around, own: Own): Promise<void> {
  const { store, write } = around
  const now = clock.now()
  const waiting = await inbox.unsentIds(store, own, { now, limit: maxEntries })
  const found = await readMessage(around, own, now)
  await write(async (transaction) => {
    await inboxSettings.postponeChat(transaction, own, now + intervalMs)
    await inbox.setSent(transaction, own, waiting, now)
  })
  if (found === undefined) return
  const taken = new Set(waiting)
  const entries = found.entries.filter(({ id }) => taken.has(id))
  if (entries.length === 0) return
  const texts = inboxChatMessages.in(await loadLanguage(found.language))
  const { baseUrl } = around.integrations
  const message = {
    blocks: await blocksOf(entries, baseUrl, texts),
    id: idOf(own, entries),
    ...buttonsOf(entries, baseUrl, texts),
  }
  const sent = await send(around, found.person, message)
  // The entries stay in the inbox.
  if (sent.ok || sent.isUnreachable) return
  const dueAt = now + Math.max(intervalMs, sent.retryAfter ?? retryMs)
  const ids = entries.map(({ id }) => id)
  await write(async (transaction) => {
    await inboxSettings.postponeChat(transaction, own, dueAt)
    await inbox.setSent(transaction, own, ids, null)
  })
}

type Found = { person: ReachablePerson; language: string | null; entries: inbox.InboxItem[] }

/** Undefined for someone who left, whose account is disabled, or whom the bot cannot reach. */
async function readMessage(
  { store, integrations }: Around,
  own: Own,
  now: number,
): Promise<Found | undefined> {
  const [settings, user, viewer] = await Promise.all([
    inboxSettings.get(store, own),
    users.byId(store, own.userId),
    viewerOfPerson(store, own.workspaceId, own.userId),
  ])
  const connectionId = settings?.chatConnectionId ?? null
  if (connectionId === null || viewer === undefined || user?.disabledAt !== null) return undefined
  const person = await findReachablePerson({ store, integrations }, { ...own, connectionId })
  if (person === undefined) return undefined
  const entries = await inbox.unsent(store, viewer, { now, limit: maxEntries })
  return { person, language: user.language, entries }
}

async function send(
  { integrations: { outboundHttp } }: Around,
  { bot, service, account }: ReachablePerson,
  message: { blocks: Block[]; id: string; buttons?: MessageButtons },
): Promise<SendResult | Exclude<DirectChat, { ok: true }>> {
  const adapter = await service.open()
  let { chatId } = account
  if (adapter.findDirectChat !== undefined) {
    const chat = await adapter.findDirectChat(outboundHttp, bot, account)
    if (!chat.ok) return chat
    ;({ chatId } = chat)
  }
  return adapter.send(outboundHttp, bot, { ...message, chatId })
}

async function blocksOf(
  entries: readonly inbox.InboxItem[],
  baseUrl: string,
  texts: InboxChatTexts,
): Promise<Block[]> {
  const [only, ...others] = entries
  if (only !== undefined && others.length === 0) {
    const excerpt = only.text === null ? '' : await withoutMarks(only.text)
    const text = oneLine(excerpt, maxExcerptLength)
    const quote: Block[] = text === '' ? [] : [{ kind: 'quote', spans: [{ text }] }]
    return [paragraph(lineOf(only, baseUrl, texts)), ...quote]
  }
  const more = entries.length - maxLines
  const link = styled({ url: `${baseUrl}/inbox` })
  return [
    paragraph(texts.several({ count: entries.length, link })),
    ...entries.slice(0, maxLines).map((entry) => item(lineOf(entry, baseUrl, texts))),
    ...(more > 0 ? [item(texts.more({ count: more, link }))] : []),
  ]
}

/** Below a message about one proposal: they decide about the revision that it is about. */
function buttonsOf(
  [only, ...others]: readonly inbox.InboxItem[],
  baseUrl: string,
  texts: InboxChatTexts,
): { buttons?: MessageButtons } {
  if (only?.kind !== 'review' || others.length > 0) return {}
  const about = `${only.proposalId} ${only.proposalRevision}`
  const list = (['accept', 'decline'] as const).map((name) => ({
    name,
    label: texts[name],
    command: `${name} ${about}`,
  }))
  return { buttons: { baseUrl, list } }
}

function lineOf(entry: inbox.InboxItem, baseUrl: string, texts: InboxChatTexts): RichText {
  const actor = actorOf(entry)
  const person = oneLine(actor.person, maxTitleLength)
  const client = oneLine(actor.client, maxTitleLength)
  const name = client === '' ? person : texts.agent({ client, person })
  const title = oneLine(entry.pageTitle ?? entry.proposalTitle ?? '', maxTitleLength)
  const link = styled({ styles: ['bold'], url: `${baseUrl}${pathOf(entry)}` })
  return texts[messageOf(entry)]({ name, title: title || texts.untitled, link })
}

/** The same when the same entries are sent again. */
function idOf({ workspaceId, userId }: Own, entries: readonly inbox.InboxItem[]): string {
  const ids = entries.map(({ id }) => id)
  return hash('sha256', JSON.stringify([workspaceId, userId, ...ids]), 'base64url')
}
