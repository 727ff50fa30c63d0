import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { createKey } from '../../server/domain/people/api-keys.ts'
import { removeMember } from '../../server/domain/people/members.ts'
import { issueResetLink } from '../../server/domain/people/sign-in/password-reset.ts'
import { createUser } from '../../server/domain/people/users.ts'
import { passkeys, secondFactors, users } from '../../server/store/index.ts'
import { type MailServer, startMailServer } from '../support/outside/smtp.ts'
import { addPerson, addWorkspace, type Person } from '../support/people.ts'
import { startServer, type TestServer } from '../support/server.ts'
import { openVisitor, setPassword, signIn, type Visitor } from '../support/web/visitor.ts'

const publicUrl = 'https://notes.example.com'
const next = 'staple battery horse'

let quire: TestServer
let mail: MailServer
before(async () => {
  mail = await startMailServer()
  quire = await startServer({ publicUrl, mail: { url: mail.url, from: 'q@example.com' } })
})
after(async () => {
  await quire.close()
  await mail.close()
})

type Ended = { ended: { keys: number; passkeys: number }; code: string }

const tokenIn = (text: string) => /reset-password#([\w-]{32})/.exec(text)?.[1] ?? ''
const reset = (token: string, more: object = {}) =>
  openVisitor(quire).post<Ended>('/app/password/reset', { token, password: next, ...more })
const details = (token: string) =>
  openVisitor(quire).post<{ email: string; keys: string; code: string }>(
    '/app/password/get-reset',
    { token },
  )
const worksNow = async ({ key }: Person) => (await quire.get('/v1/workspaces', key)).status === 200

async function mailed(email: string): Promise<string> {
  await openVisitor(quire).post('/app/password/request-reset', { email })
  return tokenIn((await mail.next()).text)
}

/** A person with a password, an API key, a passkey and a second factor. */
async function addEquipped(name: string): Promise<Person> {
  const person = await addPerson(quire, name, 'MEMBER')
  const { userId } = person
  await setPassword(quire, userId)
  const passkey = { id: `passkey of ${name}`, userId, name: 'P', publicKey: '', counter: 0 }
  await quire.app.store.transact(async (transaction) => {
    await passkeys.insert(transaction, { ...passkey, transports: '[]', createdAt: 1 })
    await secondFactors.insert(transaction, { userId, secret: 's', lastStep: 1, createdAt: 1 }, [])
  })
  return person
}

describe('password.reset, for keys', () => {
  it('ends API keys and passkeys, and leaves the second factor', async () => {
    const bob = await addEquipped('Bob')
    const token = await mailed(bob.email)
    assert.deepEqual((await details(token)).body, { email: bob.email, keys: 'chosen' })
    assert.ok(await worksNow(bob))
    const { status, body } = await reset(token)
    assert.deepEqual([status, body.ended], [200, { keys: 1, passkeys: 1 }])
    assert.ok(!(await worksNow(bob)))
    assert.deepEqual(await passkeys.ofUser(quire.app.store, bob.userId), [])
    assert.ok((await secondFactors.get(quire.app.store, bob.userId)) !== undefined)
    assert.equal((await details(token)).body.code, 'LINK_INVALID')
  })

  it('leaves them where the person keeps them', async () => {
    const cleo = await addEquipped('Cleo')
    const { body } = await reset(await mailed(cleo.email), { keys: 'keep' })
    assert.deepEqual(body.ended, { keys: 0, passkeys: 0 })
    assert.ok(await worksNow(cleo))
    assert.equal((await passkeys.ofUser(quire.app.store, cleo.userId)).length, 1)
  })

  it('ends them all the same by mail to an address that nobody proved, and proves it', async () => {
    const dan = await addEquipped('Dan')
    const { userId: id } = dan
    await quire.app.store.transact((transaction) =>
      users.update(transaction, { id, email: 'd@new.example', firstName: 'D', lastName: 'D' }),
    )
    const token = await mailed('d@new.example')
    assert.equal((await details(token)).body.keys, 'ended')
    assert.deepEqual((await reset(token, { keys: 'keep' })).body.ended, { keys: 1, passkeys: 1 })
    assert.ok(!(await worksNow(dan)))
    assert.equal((await users.byId(quire.app.store, id))?.emailVerified, 1)
  })

  it('leaves them where the operator’s link sets the first password', async () => {
    const { store } = quire.app
    const names = { email: 'first@example.com', firstName: 'F', lastName: 'F' }
    const { id } = await createUser(store, names)
    const { key } = await createKey(store, { userId: id, name: 'k', expires: 'never' })
    const { url } = await issueResetLink(store, names.email, publicUrl)
    assert.equal((await details(tokenIn(url))).body.keys, 'kept')
    assert.deepEqual((await reset(tokenIn(url))).body.ended, { keys: 0, passkeys: 0 })
    assert.equal((await quire.get('/v1/workspaces', key)).status, 200)
    const again = await issueResetLink(store, names.email, publicUrl)
    assert.deepEqual((await reset(tokenIn(again.url))).body.ended, { keys: 1, passkeys: 0 })
  })
})

describe('profile.changePassword, for keys', () => {
  it('leaves them unless they are to end', async () => {
    const eve = await addPerson(quire, 'Eve', 'MEMBER')
    const visitor = await signIn(quire, eve)
    const change = (current: string, to: string, more: object = {}) =>
      visitor.post('/app/profile/change-password', { current, next: to, ...more })
    assert.equal((await change('correct horse battery', next)).status, 200)
    assert.ok(await worksNow(eve))
    assert.equal((await change(next, 'violet harbour crane', { keys: 'end' })).status, 200)
    assert.ok(!(await worksNow(eve)))
  })
})

describe('profile.update, with another address', () => {
  it('leaves it unproved until the link in the mail to it was used', async () => {
    const visitor = await signIn(quire, await addPerson(quire, 'Zed', 'MEMBER'))
    const isVerified = async () =>
      (await visitor.post<{ user: { emailVerified: boolean } }>('/app/session/get')).body.user
        .emailVerified
    assert.equal(await isVerified(), true)
    const change = { email: 'zed@new.example', password: 'correct horse battery' }
    assert.equal((await visitor.post('/app/profile/update', change)).status, 200)
    assert.equal(await isVerified(), false)
    const { to, text } = await mail.next()
    assert.equal(to, 'zed@new.example')
    const token = /verify-email#([\w-]{32})/.exec(text)?.[1] ?? ''
    assert.equal((await visitor.post('/app/profile/verify-email', { token })).status, 200)
    assert.equal(await isVerified(), true)
  })
})

describe('a link by a member', () => {
  const linkBy = async (admin: Visitor, userId: string) => {
    const { workspaceId } = quire
    const { body } = await admin.post<{ url: string }>('/app/members/reset-link', {
      workspaceId,
      userId,
    })
    return tokenIn(body.url)
  }
  const actor = () => ({ userId: quire.userId, via: 'cli' }) as const
  const drop = (userId: string) =>
    quire.app.store.transact((transaction) =>
      removeMember(transaction, quire.workspaceId, userId, actor()),
    )

  it('is worth nothing once whoever made it was removed', async () => {
    const admin = await addPerson(quire, 'Adm', 'ADMIN')
    const max = await addPerson(quire, 'Max', 'MEMBER')
    const token = await linkBy(await signIn(quire, admin), max.userId)
    assert.equal((await details(token)).status, 200)
    await drop(admin.userId)
    assert.equal((await details(token)).body.code, 'LINK_INVALID')
    assert.equal((await reset(token)).body.code, 'LINK_INVALID')
  })

  it('is worth nothing once the person is in a workspace of others too', async () => {
    const admin = await signIn(quire, await addPerson(quire, 'Ann', 'ADMIN'))
    const mia = await addPerson(quire, 'Mia', 'MEMBER')
    const token = await linkBy(admin, mia.userId)
    await addWorkspace(quire, 'Of Mia', mia.userId)
    assert.equal((await reset(token)).body.code, 'LINK_INVALID')
  })

  it('is worth nothing once the person has left', async () => {
    const admin = await signIn(quire, await addPerson(quire, 'Art', 'ADMIN'))
    const moe = await addPerson(quire, 'Moe', 'MEMBER')
    const token = await linkBy(admin, moe.userId)
    await drop(moe.userId)
    assert.equal((await reset(token)).body.code, 'LINK_INVALID')
  })

  it('proves no address', async () => {
    const admin = await signIn(quire, await addPerson(quire, 'Ava', 'ADMIN'))
    const { store } = quire.app
    const may = await addPerson(quire, 'May', 'MEMBER')
    await store.transact((transaction) =>
      users.update(transaction, {
        id: may.userId,
        email: 'm@x.example',
        firstName: 'M',
        lastName: 'M',
      }),
    )
    assert.equal((await reset(await linkBy(admin, may.userId))).status, 200)
    assert.equal((await users.byId(store, may.userId))?.emailVerified, 0)
  })
})
