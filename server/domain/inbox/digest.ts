import { clock } from '../../lib/clock.ts'
import { isPermanentRefusal, wasRefused } from '../../lib/failures/mail-refusals.ts'
import { nameInMail } from '../../lib/plain-names.ts'
import {
  inbox,
  inboxSettings,
  type Store,
  type Transaction,
  users,
  workspaces,
} from '../../store/index.ts'
import type { Integrations } from '../context.ts'
import { viewerOfPerson } from '../people/access.ts'
import { loadLanguage } from '../people/language.ts'
import { nextDigest } from './digest-times.ts'
import { actorOf, messageOf, pathOf } from './entry-lines.ts'
import { inboxMessages, type InboxTexts } from './messages.ts'
import { unsubscribeLink } from './unsubscribe.ts'

/** Of one email; the others come with the next. */
const maxEntries = 100
const peopleAtOnce = 50
/** After an email that the mail server refused. */
const retryMs = 15 * 60_000

type Own = { workspaceId: string; userId: string }
type Around = {
  store: Store
  integrations: Pick<Integrations, 'mail' | 'baseUrl' | 'secrets'>
  write: <Result>(work: (transaction: Transaction) => Promise<Result>) => Promise<Result>
  signal: AbortSignal
}

/**
 * Sends the emails about inboxes of a workspace that are due. Throws MAIL_FAILED where the mail server does not answer;
 * one that refuses an address for good does not delay the others.
 */
export async function sendDigests(around: Around, workspaceId: string): Promise<void> {
  for (;;) {
    const part = { now: clock.now(), limit: peopleAtOnce }
    const due = await inboxSettings.due(around.store, workspaceId, part)
    for (const userId of due) {
      if (around.signal.aborted) return
      await sendDigest(around, { workspaceId, userId })
    }
    if (due.length < peopleAtOnce) return
  }
}

/**
 * Entries count as sent before they are: after a crash or without an answer of the mail server, none is sent twice.
 * They stay unread in the inbox.
 */
async function sendDigest({ store, integrations, write }: Around, own: Own): Promise<void> {
  const now = clock.now()
  const { mail, baseUrl } = integrations
  const settings = await inboxSettings.get(store, own)
  const dueAt = settings && nextDigest(settings.digest, settings.timeZone, now)
  const { to, entries } = await readDigest(store, own, now)
  const ids = entries.map(({ id }) => id)
  await write(async (transaction) => {
    await inboxSettings.postpone(transaction, own, dueAt ?? now + retryMs)
    await inbox.setMailed(transaction, own, ids, now)
  })
  if (mail === undefined || to === undefined || entries.length === 0) return
  const texts = inboxMessages.in(await loadLanguage(to.language))
  const workspace = nameInMail((await workspaces.byId(store, own.workspaceId))?.name ?? '')
  const unsubscribeUrl = unsubscribeLink(integrations, own)
  try {
    await mail.send({
      to: to.email,
      subject: texts.subject({ count: entries.length, workspace }),
      text: texts.digest({
        name: nameInMail(to.firstName),
        workspace,
        entries: entries.map((entry) => lineOf(entry, baseUrl, texts)).join('\n\n'),
        url: `${baseUrl}/inbox`,
        settings: `${baseUrl}/settings/notifications`,
        unsubscribe: unsubscribeUrl,
      }),
      unsubscribeUrl,
    })
  } catch (error) {
    if (wasRefused(error)) {
      await write(async (transaction) => {
        // An address that never works is tried again with the next email.
        if (!isPermanentRefusal(error)) {
          await inboxSettings.postpone(transaction, own, now + retryMs)
        }
        await inbox.setMailed(transaction, own, ids, null)
      })
    }
    if (!isPermanentRefusal(error)) throw error
  }
}

/** Nothing for someone who left, whose account is disabled, or whose address is not verified. */
async function readDigest(
  store: Store,
  { workspaceId, userId }: Own,
  now: number,
): Promise<{ to: users.UserRow | undefined; entries: inbox.InboxItem[] }> {
  const [user, viewer] = await Promise.all([
    users.byId(store, userId),
    viewerOfPerson(store, workspaceId, userId),
  ])
  const isReached = user?.emailVerified === 1 && user.disabledAt === null && user.kind !== 'agent'
  if (!isReached || viewer === undefined) return { to: undefined, entries: [] }
  return { to: user, entries: await inbox.unmailed(store, viewer, { now, limit: maxEntries }) }
}

function lineOf(entry: inbox.InboxItem, baseUrl: string, texts: InboxTexts): string {
  const actor = actorOf(entry)
  const [person, client] = [nameInMail(actor.person), nameInMail(actor.client)]
  const name = client === '' ? person : texts.agent({ client, person })
  const title = nameInMail(entry.pageTitle ?? entry.proposalTitle ?? '') || texts.untitled
  return `${texts[messageOf(entry)]({ name, title })}\n${baseUrl}${pathOf(entry)}`
}
