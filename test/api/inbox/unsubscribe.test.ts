import assert from 'node:assert/strict'
import { after, afterEach, before, beforeEach, describe, it } from 'node:test'
import { sendDigests } from '../../../server/domain/inbox/digest.ts'
import { unsubscribeLink } from '../../../server/domain/inbox/unsubscribe.ts'
import { verifyUser } from '../../../server/domain/people/users.ts'
import { clock } from '../../../server/lib/clock.ts'
import { type MailServer, startMailServer } from '../../support/outside/smtp.ts'
import { addPage } from '../../support/pages.ts'
import { addPerson, type Person } from '../../support/people.ts'
import { type Refusal, startServer, type TestServer } from '../../support/server.ts'
import { type Inbox, inboxOf, mentionOf } from './inboxes.ts'

const realNow = clock.now
const publicUrl = 'https://quire.example'
const oneClick = 'List-Unsubscribe=One-Click'
const formType = { 'content-type': 'application/x-www-form-urlencoded' }

let quire: TestServer
let mail: MailServer
let count = 0
let mia: Person
let asMia: Inbox

before(async () => {
  mail = await startMailServer()
  quire = await startServer({
    rateLimit: 0,
    publicUrl,
    mail: { url: mail.url, from: 'q@example.com' },
  })
})
after(async () => {
  await quire.close()
  await mail.close()
})
beforeEach(async () => {
  count += 1
  mia = await addPerson(quire, `Mia${count}`, 'VIEWER')
  await verifyUser(quire.app.store, mia.email)
  asMia = inboxOf(quire, mia.key)
  const chosen = await asMia.ask('/v1/inbox/set-settings', { digest: 'hourly' })
  assert.equal(chosen.status, 200)
})
afterEach(() => {
  clock.now = realNow
})

const digest = async () =>
  (await asMia.ask<{ digest: string }>('/v1/inbox/settings', {})).body.digest

/** The path of the link for Mia. */
function pathFor(workspaceId = quire.workspaceId): string {
  const url = unsubscribeLink(quire.app.integrations, { workspaceId, userId: mia.userId })
  assert.ok(url.startsWith(`${publicUrl}/unsubscribe/`))
  return url.slice(publicUrl.length)
}

function post(url: string, payload = oneClick, headers: Record<string, string> = formType) {
  return quire.request<Refusal & { ok: boolean }>({ method: 'POST', url, headers, payload })
}

describe('unsubscribing with one click', () => {
  it('is refused for a link that this server did not make, in an email or in the app', async () => {
    const path = pathFor()
    const sealed = quire.app.integrations.secrets.seal('x y', 'unsubscribe link')
    const other = quire.app.integrations.secrets.seal(
      `${quire.workspaceId} ${mia.userId}`,
      'upload link',
    )
    for (const wrong of [
      '/unsubscribe/nonsense',
      `${path}x`,
      path.slice(0, -1),
      `/unsubscribe/${sealed}`,
      `/unsubscribe/${other}`,
    ]) {
      const { status, body } = await post(wrong)
      assert.deepEqual([status, body.code], [404, 'LINK_INVALID'], wrong)
      const token = wrong.slice('/unsubscribe/'.length)
      const inApp = await quire.post('/app/inbox/unsubscribe', { token }, null)
      assert.deepEqual([inApp.status, inApp.body.code], [404, 'LINK_INVALID'], wrong)
    }
    assert.equal(await digest(), 'hourly')
  })

  it('changes nothing when the link is opened', async () => {
    for (const method of ['GET', 'HEAD'] as const) {
      const { status } = await quire.request({ method, url: pathFor() })
      assert.notEqual(status, 404)
    }
    assert.equal(await digest(), 'hourly')
  })

  it('works as the headers of an email say, without a session, and more than once', async () => {
    await addPage(quire, 'Plan', { markdown: mentionOf(mia) })
    const { app, workspaceId } = quire
    clock.now = () => realNow() + 7_200_000
    const around = {
      store: app.store,
      integrations: app.integrations,
      write: (work: Parameters<Parameters<typeof sendDigests>[0]['write']>[0]) =>
        app.store.transactIn({ workspaceId }, work),
      signal: new AbortController().signal,
    }
    // SAFETY: `write` passes on what its work returns.
    await sendDigests(around as Parameters<typeof sendDigests>[0], workspaceId)
    const text = mail.mails.find(({ to }) => to === mia.email)?.text ?? ''
    const head = text.slice(0, text.indexOf('\n\n')).replaceAll(/\n[ \t]+/g, ' ')
    assert.match(head, /^List-Unsubscribe-Post: List-Unsubscribe=One-Click$/m)
    const [, url = ''] = /^List-Unsubscribe: <(https:[^>]+)>$/m.exec(head) ?? []
    assert.ok(text.includes(`Unsubscribe:\n\n${url}`), text)
    const path = new URL(url).pathname
    for (let click = 0; click < 2; click += 1) {
      const { status, body } = await post(path)
      assert.deepEqual([status, body], [200, { ok: true }])
      assert.equal(await digest(), 'off')
    }
  })

  it('takes both formats that mail programs send, and no large body', async () => {
    const part =
      '--b\r\nContent-Disposition: form-data; name="List-Unsubscribe"\r\n\r\nOne-Click\r\n--b--\r\n'
    const large = await post(pathFor(), 'x'.repeat(5000))
    assert.deepEqual([large.status, await digest()], [413, 'hourly'])
    const multipart = { 'content-type': 'multipart/form-data; boundary=b' }
    assert.equal((await post(pathFor(), part, multipart)).status, 200)
    assert.equal(await digest(), 'off')
  })

  it('is for one workspace, and keeps the other settings', async () => {
    const elsewhere = '01890000-0000-7000-8000-00000000beef'
    await asMia.ask('/v1/inbox/set-settings', { shownKinds: ['mention'], timeZone: 'Asia/Tokyo' })
    await post(pathFor(elsewhere))
    assert.equal(await digest(), 'hourly')
    await post(pathFor())
    type Settings = { digest: string; timeZone: string; shownKinds: string[] }
    const { body } = await asMia.ask<Settings>('/v1/inbox/settings', {})
    assert.deepEqual(
      [body.digest, body.timeZone, body.shownKinds],
      ['off', 'Asia/Tokyo', ['mention']],
    )
  })

  it('works by the button of the screen that the link opens', async () => {
    const token = pathFor().slice('/unsubscribe/'.length)
    const { status } = await quire.post('/app/inbox/unsubscribe', { token }, null)
    assert.deepEqual([status, await digest()], [200, 'off'])
  })
})
