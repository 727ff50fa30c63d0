import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { addPerson, addWorkspace } from '../../../test/support/people.ts'
import { startServer, type TestServer } from '../../../test/support/server.ts'
import { AppError } from '../../lib/errors.ts'
import { createAuthenticator, listKeys } from './api-keys.ts'
import { listMembers, putMember } from './members.ts'
import {
  createUser,
  isEmail,
  listUsers,
  prepareUser,
  removeUser,
  requireUser,
  type NewUser,
} from './users.ts'

let server: TestServer
before(async () => {
  server = await startServer()
})
after(() => server.close())

const person = { email: 'grace@example.com', firstName: 'Grace', lastName: 'Hopper' }
const create = (given: Partial<NewUser>) => createUser(server.app.store, { ...person, ...given })

describe('createUser', () => {
  it('refuses what is no address, and one longer than mail takes', async () => {
    const wrong = ['', 'grace', '@example.com', 'grace@', 'a b@example.com', 'a@b@c', 'a\n@b']
    for (const email of [...wrong, `${'g'.repeat(243)}@example.com`]) {
      await assert.rejects(create({ email }), { message: '/email must be an email address' })
    }
  })

  it('lists everything that is wrong at once', async () => {
    const wrong = { email: 'x', firstName: ' ', lastName: 'l'.repeat(101), password: '1234567' }
    await assert.rejects(create(wrong), (error) => {
      assert.ok(error instanceof AppError)
      assert.deepEqual(
        error.violations?.map(({ path, rule }) => [path, rule]),
        [
          ['/email', 'format'],
          ['/firstName', 'length'],
          ['/lastName', 'length'],
          ['/password', 'minLength'],
        ],
      )
      return true
    })
  })

  it('refuses an address that is taken, however it is written', async () => {
    for (const email of ['ada@example.com', ' ADA@Example.COM ']) {
      await assert.rejects(create({ email }), {
        code: 'ALREADY_EXISTS',
        message: 'A person with the email address ada@example.com already exists.',
      })
    }
  })

  it('takes one of two who come with the same address at once', async () => {
    const email = 'twice@example.com'
    const outcomes = await Promise.allSettled([create({ email }), create({ email })])
    assert.deepEqual(outcomes.map(({ status }) => status).toSorted(), ['fulfilled', 'rejected'])
  })

  it('keeps names of every script, without the space around them', async () => {
    const created = await create({
      email: 'o@example.com',
      firstName: ' 莎拉 ',
      lastName: "O'Neill-Ñ",
    })
    assert.deepEqual([created.firstName, created.lastName], ['莎拉', "O'Neill-Ñ"])
    assert.deepEqual({ ...(await requireUser(server.app.store, 'o@example.com')) }, created)
    const malformed = await create({
      email: 'odd@example.com',
      firstName: 'A\uDC00',
      lastName: 'B\0',
    })
    assert.deepEqual([malformed.firstName, malformed.lastName], ['A\uFFFD', 'B\uFFFD'])
  })
})

describe('an email address', () => {
  it('is one address and nothing that a mail server would read otherwise', () => {
    for (const text of [
      '<x@evil.example>',
      'Ada <x@evil.example>',
      'a@b.example,x@evil.example',
      'a@b.example;x@evil.example',
      '"a b"@evil.example',
      'a:b@evil.example',
      'a(b)@evil.example',
      'a@[127.0.0.1]',
      'a\\b@evil.example',
      'a@b@evil.example',
      'a\u200b@evil.example',
      // A Kelvin sign: the small letter of it is the k of everybody else.
      '\u212Aim@example.com',
      '@example.com',
      'ada@',
    ]) {
      assert.equal(isEmail(text), false, JSON.stringify(text))
    }
    for (const text of [
      'ada@example.com',
      "o'neil+notes@sub.example.co",
      'ада@пример.рф',
      'a@lan',
    ]) {
      assert.equal(isEmail(text), true, text)
    }
  })
})

describe('prepareUser', () => {
  it('never keeps the password itself, and none where none was given', async () => {
    const password = 'correct horse'
    const { row, passwordHash } = await prepareUser({ ...person, password, address: 'claimed' })
    assert.ok(passwordHash)
    assert.ok(!JSON.stringify([row, passwordHash]).includes(password))
    assert.equal((await prepareUser({ ...person, address: 'proved' })).passwordHash, null)
    const again = await prepareUser({ ...person, password, address: 'claimed' })
    assert.notEqual(again.passwordHash, passwordHash)
  })
})

describe('removeUser', () => {
  it('refuses an address nobody has', async () => {
    await assert.rejects(removeUser(server.app.store, 'none@example.com'), {
      code: 'USER_NOT_FOUND',
    })
  })

  it('refuses the only owner of a workspace, and takes nothing from them', async () => {
    const { userId, email, key } = await addPerson(server, 'Sole', 'MEMBER')
    const id = await addWorkspace(server, 'Alone', userId)
    await assert.rejects(removeUser(server.app.store, email), { code: 'LAST_OWNER' })
    assert.equal((await listMembers(server.app.store, id)).length, 1)
    const inFirst = await listMembers(server.app.store, server.workspaceId)
    assert.ok(inFirst.some((member) => member.id === userId))
    assert.equal((await server.get('/v1/workspaces', key)).status, 200)
  })

  it('ends memberships and keys, and frees the address', async () => {
    const { store } = server.app
    const { userId, email, key } = await addPerson(server, 'Leaver', 'OWNER')
    assert.equal((await removeUser(store, ' LEAVER@example.com')).id, userId)

    const authenticate = createAuthenticator(store, (error) => assert.fail(String(error)))
    await assert.rejects(authenticate(key), { code: 'API_KEY_REVOKED' })
    assert.deepEqual(
      (await listKeys(store, userId)).map(({ state }) => state),
      ['revoked'],
    )
    const members = await listMembers(store, server.workspaceId)
    assert.ok(members.every(({ id }) => id !== userId))
    assert.ok((await listUsers(store)).every(({ id }) => id !== userId))
    await assert.rejects(requireUser(store, email), { code: 'USER_NOT_FOUND' })

    const next = await create({ email })
    assert.notEqual(next.id, userId)
    const actor = { userId: next.id, via: 'cli' } as const
    await putMember(store, server.workspaceId, { userId: next.id, role: 'VIEWER' }, actor)
    await assert.rejects(authenticate(key), { code: 'API_KEY_REVOKED' })
  })
})
