import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { addPerson, type Person } from '../support/people.ts'
import { startServer, type TestServer } from '../support/server.ts'
import { openVisitor, password, signIn, type Visitor } from '../support/web/visitor.ts'

let quire: TestServer
let bob: Person
let visitor: Visitor
before(async () => {
  quire = await startServer()
  bob = await addPerson(quire, 'Bob', 'MEMBER')
  visitor = await signIn(quire, bob)
})
after(() => quire.close())

const self = async () => {
  const answer = await visitor.post<{ user: Record<string, unknown> }>('/app/session/get')
  return answer.body.user
}

describe('profile.update', () => {
  it('refuses another address without the password, one that is taken, and empty names', async () => {
    const update = (change: object) => visitor.post('/app/profile/update', change)
    const without = await update({ email: 'robert@example.com' })
    assert.deepEqual([without.status, without.body.errors[0]?.path], [400, '/password'])
    const wrong = await update({ email: 'robert@example.com', password: 'wrong' })
    assert.equal(wrong.body.message, '/password is not your password')
    const taken = await update({ email: 'ada@example.com', password })
    assert.deepEqual([taken.status, taken.body.code], [409, 'ALREADY_EXISTS'])
    assert.equal((await update({ firstName: ' ' })).status, 400)
    assert.equal((await self())['email'], bob.email)
  })

  it('refuses a language it does not have, and lists those it has', async () => {
    const { status, body } = await visitor.post('/app/profile/update', { language: 'tlh' })
    assert.equal(status, 400)
    assert.equal(body.message, '/language must be one of en,de,ar,zh-Hans,null')
    assert.equal((await self())['language'], null)
  })

  it('keeps the language until it is set to null', async () => {
    const languages = []
    for (const change of [{ language: 'zh-Hans' }, { lastName: 'Tester' }, { language: null }]) {
      assert.equal((await visitor.post('/app/profile/update', change)).status, 200)
      languages.push((await self())['language'])
    }
    assert.deepEqual(languages, ['zh-Hans', 'zh-Hans', null])
  })

  it('changes what is given and leaves the rest', async () => {
    assert.equal((await visitor.post('/app/profile/update', { firstName: ' Rob ' })).status, 200)
    const change = { email: 'Robert@Example.com', password }
    assert.equal((await visitor.post('/app/profile/update', change)).status, 200)
    const { firstName, lastName, email } = await self()
    assert.deepEqual([firstName, lastName, email], ['Rob', 'Tester', 'robert@example.com'])
    const { status } = await openVisitor(quire).post('/app/session/create', {
      email: 'robert@example.com',
      password,
    })
    assert.equal(status, 200)
  })
})

describe('profile.changePassword', () => {
  const change = (body: object, from = visitor) => from.post('/app/profile/change-password', body)

  it('refuses without the one there is, and one that is too short', async () => {
    const missing = await change({ next: 'another one entirely' })
    assert.deepEqual([missing.status, missing.body.errors[0]?.path], [400, '/current'])
    assert.equal((await change({ current: 'wrong', next: 'another one entirely' })).status, 400)
    assert.equal((await change({ current: password, next: 'short' })).body.errors[0]?.path, '/next')
  })

  it('signs out all other browsers, and lets in with the new one alone', async () => {
    const other = openVisitor(quire)
    const enter = (given: string) =>
      other.post('/app/session/create', { email: 'robert@example.com', password: given })
    assert.equal((await enter(password)).status, 200)
    assert.equal((await change({ current: password, next: 'another one entirely' })).status, 200)
    assert.equal((await other.post('/app/session/get')).status, 401)
    assert.equal((await visitor.post('/app/session/get')).status, 200)
    assert.equal((await enter(password)).status, 401)
    assert.equal((await enter('another one entirely')).status, 200)
  })
})

describe('guesses of the password by a borrowed browser', () => {
  it('are limited as those to sign in', async () => {
    const own = await addPerson(quire, 'Cleo')
    const borrowed = await signIn(quire, own)
    const statuses = []
    for (let count = 0; count < 11; count += 1) {
      const body = { current: 'guess', next: 'mine from now on' }
      statuses.push((await borrowed.post('/app/profile/change-password', body)).status)
    }
    assert.deepEqual(statuses, [...Array.from({ length: 10 }, () => 400), 429])
  })
})
