import assert from 'node:assert/strict'
import { after, afterEach, before, beforeEach, describe, it } from 'node:test'
import { inboxDigests } from '../../../server/background/inbox-digests.ts'
import type { JobContext } from '../../../server/background/job-kind.ts'
import { sendDigests } from '../../../server/domain/inbox/digest.ts'
import { verifyUser } from '../../../server/domain/people/users.ts'
import { clock } from '../../../server/lib/clock.ts'
import { AppError } from '../../../server/lib/errors.ts'
import { inboxSettings, users } from '../../../server/store/index.ts'
import { startMailServer, type MailServer } from '../../support/outside/smtp.ts'
import { addPage } from '../../support/pages.ts'
import { addPerson, type Person } from '../../support/people.ts'
import { isPrivate, restrict } from '../../support/sections.ts'
import { startServer, type TestServer } from '../../support/server.ts'
import { type Inbox, inboxOf, mentionOf } from './inboxes.ts'

const realNow = clock.now
const hourMs = 3_600_000

let quire: TestServer
let mail: MailServer
let count = 0
let mia: Person
let asMia: Inbox
let ada: Inbox
/** A full hour, at which emails are due, whatever the time is. */
let start = 0

before(async () => {
  mail = await startMailServer()
  const publicUrl = 'http://quire.example'
  quire = await startServer({
    rateLimit: 0,
    publicUrl,
    mail: { url: mail.url, from: 'q@example.com' },
  })
  ada = inboxOf(quire)
})
after(async () => {
  await quire.close()
  await mail.close()
})
beforeEach(async () => {
  count += 1
  start = Math.floor(realNow() / hourMs) * hourMs
  mia = await addPerson(quire, `Mia${count}`, 'VIEWER')
  await verifyUser(quire.app.store, mia.email)
  asMia = inboxOf(quire, mia.key)
  await subscribe()
})
afterEach(() => {
  clock.now = realNow
})

async function subscribe(change: object = { digest: 'hourly' }): Promise<void> {
  assert.equal((await asMia.ask('/v1/inbox/set-settings', change)).status, 200)
}

/** Mentions Mia on new pages with these titles. */
async function mention(...titles: string[]): Promise<string[]> {
  const ids: string[] = []
  for (const title of titles) ids.push(await addPage(quire, title, { markdown: mentionOf(mia) }))
  return ids
}

type Integrations = Parameters<typeof sendDigests>[0]['integrations']

/** What the job does, some hours later. The emails that it sent to Mia. */
async function later(hours: number, integrations?: Integrations): Promise<string[]> {
  const { app, workspaceId } = quire
  clock.now = () => start + hours * hourMs
  const sent = mail.mails.length
  const around = {
    store: app.store,
    integrations: integrations ?? app.integrations,
    write: (work: Parameters<Parameters<typeof sendDigests>[0]['write']>[0]) =>
      app.store.transactIn({ workspaceId }, work),
    signal: new AbortController().signal,
  }
  // SAFETY: `write` passes on what its work returns.
  await sendDigests(around as Parameters<typeof sendDigests>[0], workspaceId)
  const mails = mail.mails.slice(sent)
  return mails.filter(({ to }) => to === mia.email).map(({ text }) => text)
}

/** The titles in an email. */
const titlesIn = (text: string) => [...text.matchAll(/“(.+?)”/g)].map(([, title]) => title)

describe('emails about an inbox', () => {
  it('go to no one who has nothing unread, before their time, or with emails off', async () => {
    assert.deepEqual(await later(1), [])
    await mention('Waits')
    assert.deepEqual(await later(1), [], 'the next full hour is not over')
    await subscribe({ digest: 'off' })
    assert.deepEqual(await later(48), [])
    await subscribe({ digest: 'hourly', mailedKinds: ['reply'] })
    assert.deepEqual(await later(96), [])
  })

  it('go to no unverified address, disabled account or former member', async () => {
    await mention('Confidential')
    const { store } = quire.app
    await store.transact((transaction) =>
      users.update(transaction, {
        id: mia.userId,
        email: `new-${mia.email}`,
        firstName: 'Mia',
        lastName: 'Tester',
      }),
    )
    assert.deepEqual(await later(2), [])
    const state = await inboxSettings.get(store, {
      workspaceId: quire.workspaceId,
      userId: mia.userId,
    })
    assert.ok((state?.dueAt ?? 0) > clock.now(), 'and the next one is due later')
  })

  it('list what is unread with its address, and how to stop them', async () => {
    const [pageId] = await mention('Plan')
    const [text = '', ...others] = await later(2)
    assert.equal(others.length, 0)
    assert.match(text, /^Subject: 1 unread entry in Lab$/m)
    assert.ok(
      text.includes(`Ada Lovelace mentioned you on “Plan”\nhttp://quire.example/pages/${pageId}`),
      text,
    )
    assert.match(text, /http:\/\/quire\.example\/inbox/)
    assert.match(
      text,
      /Change your settings:\n\nhttp:\/\/quire\.example\/settings\/notifications\n/,
    )
    assert.match(text, /\n\nUnsubscribe:\n\nhttp:\/\/quire\.example\/unsubscribe\/v1\./)
    for (const sentence of text.split('\n\n').filter((part) => /^\w.*[,:]$/.test(part))) {
      assert.match(sentence, /^[A-Z]/)
    }
  })

  it('lead to the comment that they are about', async () => {
    const pageId = await addPage(quire, 'Commented')
    const commentId = await ada.comment(pageId, `Look, ${mentionOf(mia)}`)
    const [text = ''] = await later(2)
    const url = `http://quire.example/pages/${pageId}#comment-${commentId}`
    assert.ok(text.includes(`mentioned you in a comment on “Commented”\n${url}\n`), text)
  })

  it('contain each entry once, and none that was read', async () => {
    await mention('One', 'Two')
    const [newest] = (await asMia.list()).entries
    await asMia.change('mark', { entryIds: [newest?.id], isRead: true })
    const [first = ''] = await later(2)
    assert.deepEqual(titlesIn(first), ['One'])
    clock.now = realNow
    await mention('Three')
    const [second = ''] = await later(4)
    assert.deepEqual(titlesIn(second), ['Three'])
    assert.deepEqual(await later(6), [])
    assert.equal((await asMia.list()).unread, 2, 'they stay unread')
  })

  it('contain nothing that the person can no longer read', async () => {
    const [hidden = ''] = await mention('Hidden', 'Open')
    await restrict(quire, hidden, isPrivate)
    const [text = ''] = await later(2)
    assert.deepEqual(titlesIn(text), ['Open'])
  })

  it('make no link of a title, and name the program of a change', async () => {
    const title = 'Win at https://evil.example now'
    await ada.ask('/v1/pages/create', { title, markdown: mentionOf(mia) })
    await quire.request({
      method: 'POST',
      url: '/v1/pages/create',
      headers: { authorization: `Bearer ${quire.key}`, 'user-agent': 'Sync/2' },
      payload: { workspaceId: quire.workspaceId, title: 'Synced', markdown: mentionOf(mia) },
    })
    const [text = ''] = await later(2)
    assert.doesNotMatch(text, /https:\/\/evil\.example/)
    assert.match(text, /Sync for Ada Lovelace mentioned you on “Synced”/)
  })

  it('are written in the language of the person', async () => {
    await quire.app.store.transact((transaction) =>
      users.setLanguage(transaction, { id: mia.userId, language: 'de' }),
    )
    await mention('Plan')
    const [text = ''] = await later(2)
    assert.match(text, /Ada Lovelace hat Sie auf „Plan“ erwähnt/)
  })

  it('are sent again only if the mail server refused them', async () => {
    await mention('Refused')
    const refusing = await startMailServer({ refuses: '450 mailbox is busy' })
    const { openMailer } = await import('../../../server/mail/mailer.ts')
    const { baseUrl, secrets } = quire.app.integrations
    const refusal = {
      baseUrl,
      secrets,
      mail: openMailer({ url: refusing.url, from: 'q@example.com' }),
    }
    await assert.rejects(later(2, refusal), { code: 'MAIL_FAILED' })
    await refusing.close()
    assert.deepEqual(await later(2.1), [], 'not at once')
    const [text = ''] = await later(2.5)
    assert.deepEqual(titlesIn(text), ['Refused'])
    clock.now = realNow
    await mention('Lost')
    const lost = new AppError('MAIL_FAILED', 'It was not sent.', { cause: new Error('Timeout') })
    const silent = { baseUrl, secrets, mail: { send: () => Promise.reject(lost) } }
    await assert.rejects(later(4, silent), { code: 'MAIL_FAILED' })
    assert.deepEqual(await later(6), [], 'it may have arrived')
    assert.equal((await asMia.list()).unread, 2)
  })

  it('are tried again with the next email when the mail server refuses an address for good', async () => {
    await mention('Unknown')
    const refusing = await startMailServer({ refuses: '550 no such box' })
    const { openMailer } = await import('../../../server/mail/mailer.ts')
    const { baseUrl, secrets } = quire.app.integrations
    const refusal = {
      baseUrl,
      secrets,
      mail: openMailer({ url: refusing.url, from: 'q@example.com' }),
    }
    assert.deepEqual(await later(2, refusal), [])
    await refusing.close()
    assert.deepEqual(await later(2.5), [], 'not in a quarter of an hour')
    const [text = ''] = await later(4)
    assert.ok(titlesIn(text).includes('Unknown'))
  })

  it('are found by the job, on a server that sends email', async () => {
    await mention('Found')
    clock.now = () => realNow() + 2 * hourMs
    const { store, integrations } = quire.app
    // SAFETY: the job uses nothing else.
    const context = { store, integrations } as JobContext
    const without = { store, integrations: { ...integrations, mail: undefined } } as JobContext
    assert.deepEqual(await inboxDigests.find(without), [])
    assert.deepEqual(await inboxDigests.find(context), [quire.workspaceId])
    const job = { subject: quire.workspaceId, attempts: 0 }
    const write: Parameters<typeof inboxDigests.run>[2]['write'] = (work) =>
      store.transactIn({ workspaceId: quire.workspaceId }, work)
    const stopped = { write, signal: AbortSignal.abort() }
    const sent = mail.mails.length
    await inboxDigests.run(context, job, stopped)
    assert.equal(mail.mails.length, sent)
    const control = { write, signal: new AbortController().signal }
    assert.deepEqual(await inboxDigests.run(context, job, control), { isDone: true })
    assert.ok(mail.mails.slice(sent).some(({ to }) => to === mia.email))
    await mention('Soon after')
    assert.deepEqual(await inboxDigests.find(context), [], 'not with each poll')
    clock.now = () => realNow() + 4 * hourMs
    assert.deepEqual(await inboxDigests.find(context), [quire.workspaceId])
  })
})
