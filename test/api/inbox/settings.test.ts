import assert from 'node:assert/strict'
import { after, before, beforeEach, describe, it } from 'node:test'
import { inboxKinds } from '../../../server/lib/vocabulary.ts'
import { users } from '../../../server/store/index.ts'
import { startMailServer, type MailServer } from '../../support/outside/smtp.ts'
import { addPage } from '../../support/pages.ts'
import { addPerson, type Person } from '../../support/people.ts'
import { addKey, startServer, type TestServer } from '../../support/server.ts'
import { type Inbox, inboxOf, mentionOf } from './inboxes.ts'

type Settings = {
  shownKinds: string[]
  mailedKinds: string[]
  digest: string
  timeZone: string
  mail: string
  chats: object[]
  chatConnectionId: string | null
  chatKinds: string[]
}

let quire: TestServer
let mailing: TestServer
let mail: MailServer
let count = 0
let mia: Person
let asMia: Inbox

before(async () => {
  mail = await startMailServer()
  quire = await startServer({ rateLimit: 0 })
  mailing = await startServer({ rateLimit: 0, mail: { url: mail.url, from: 'q@example.com' } })
})
after(async () => {
  await quire.close()
  await mailing.close()
  await mail.close()
})
beforeEach(async () => {
  count += 1
  mia = await addPerson(quire, `Mia${count}`, 'VIEWER')
  asMia = inboxOf(quire, mia.key)
})

const read = async (who: Inbox) => (await who.ask<Settings>('/v1/inbox/settings', {})).body
const set = (who: Inbox, change: object) => who.ask<Settings>('/v1/inbox/set-settings', change)

describe('inbox.setSettings', () => {
  it('refuses unknown kinds, frequencies and time zones, and a key that only reads', async () => {
    const initial = await read(asMia)
    for (const change of [
      { shownKinds: ['other'] },
      { mailedKinds: ['mention', 'mention'] },
      { digest: 'weekly' },
      { timeZone: 'Mars/Olympus' },
      { chatKinds: ['other'] },
      { chatConnectionId: 'none' },
    ]) {
      const answer = await asMia.ask('/v1/inbox/set-settings', change)
      assert.deepEqual([answer.status, answer.body.code], [400, 'VALIDATION_FAILED'])
      assert.match(answer.body.errors[0]?.path ?? '', new RegExp(`^/${Object.keys(change)[0]}`))
    }
    const key = await addKey({ ...quire, userId: mia.userId }, { readOnly: true })
    const { status, body } = await inboxOf(quire, key).ask('/v1/inbox/set-settings', {})
    assert.deepEqual([status, body.code], [403, 'FORBIDDEN'])
    assert.deepEqual(await read(asMia), initial)
  })

  it('refuses emails from a server that sends none', async () => {
    const { status, body } = await asMia.ask('/v1/inbox/set-settings', { digest: 'daily' })
    assert.deepEqual([status, body.code], [403, 'FORBIDDEN'])
    assert.match(body.message, /cannot send email/)
    assert.equal((await set(asMia, { digest: 'off' })).status, 200)
  })

  it('chooses what the inbox shows and counts, and shows it again', async () => {
    const all = await read(asMia)
    assert.deepEqual(all, {
      shownKinds: [...inboxKinds],
      mailedKinds: [...inboxKinds],
      digest: 'off',
      timeZone: 'UTC',
      mail: 'unavailable',
      chats: [],
      chatConnectionId: null,
      chatError: null,
      chatFailure: null,
      chatErrorAt: null,
      chatKinds: [...inboxKinds],
    })
    await addPage(quire, 'Named', { markdown: mentionOf(mia) })
    const changed = await set(asMia, { shownKinds: ['run', 'reply'] })
    assert.deepEqual(changed.body, { ...all, shownKinds: ['reply', 'run'] })
    const hidden = await asMia.list()
    assert.deepEqual([hidden.entries, hidden.unread], [[], 0])
    assert.deepEqual((await asMia.list({ kind: 'mention' })).entries, [])
    await set(asMia, { shownKinds: [...inboxKinds] })
    assert.deepEqual(await asMia.titles(), ['mention Named'])
  })

  it('keeps what is left out, for each person and workspace', async () => {
    const ada = inboxOf(mailing)
    const changed = { mailedKinds: ['mention'], digest: 'hourly', timeZone: 'Europe/Berlin' }
    assert.equal((await set(ada, changed)).status, 200)
    const { mailedKinds, digest, timeZone } = (await set(ada, { digest: 'daily' })).body
    assert.deepEqual([mailedKinds, digest, timeZone], [['mention'], 'daily', 'Europe/Berlin'])
    const noa = await addPerson(mailing, `Noa${count}`, 'MEMBER')
    await mailing.app.store.transact((transaction) =>
      users.update(transaction, {
        id: noa.userId,
        email: `new-${noa.email}`,
        firstName: 'Noa',
        lastName: 'Tester',
      }),
    )
    const other = await read(inboxOf(mailing, noa.key))
    assert.deepEqual([other.digest, other.mail], ['off', 'unverified'])
  })
})
