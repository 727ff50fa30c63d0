import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { newId } from '../../lib/ids.ts'
import * as keys from '../people/api-keys.ts'
import * as identities from '../people/identities.ts'
import * as invitations from '../people/invitations.ts'
import * as members from '../people/members.ts'
import * as oneTimeTokens from '../people/one-time-tokens.ts'
import * as passkeys from '../people/passkeys.ts'
import * as secondFactors from '../people/second-factors.ts'
import * as sessions from '../people/sessions.ts'
import * as users from '../people/users.ts'
import * as workspaces from '../people/workspaces.ts'
import type { Dialect } from './dialect.ts'
import { createFixture, plain, userRow, useStore } from './rows.ts'

export function signInContract(open: Dialect['open']): void {
  accountsContract(open)
  sessionsContract(open)
  oneTimeTokensContract(open)
  invitationsContract(open)
  factorsContract(open)
}

function accountsContract(open: Dialect['open']): void {
  describe('accounts', () => {
    const { store } = useStore(open)

    it('know whether there is anyone, and nobody who was removed', async () => {
      const ada = userRow()
      assert.equal(await users.isAnyoneHere(store()), false)
      await store().transact((transaction) => users.insert(transaction, ada, null))
      assert.equal(await users.isAnyoneHere(store()), true)
      assert.deepEqual(plain(await users.byId(store(), ada.id)), ada)
      await store().transact((transaction) => users.remove(transaction, ada.id, 2))
      assert.equal(await users.isAnyoneHere(store()), false)
      assert.equal(await users.byId(store(), ada.id), undefined)
      assert.equal(await users.passwordHash(store(), ada.id), null)
    })

    it('are verified for the address that was proved, and for no other', async () => {
      const eve = userRow({ emailVerified: 1 })
      const names = { id: eve.id, firstName: 'E', lastName: 'V' }
      await store().transact((transaction) => users.insert(transaction, eve, null))
      const verified = async () => (await users.byId(store(), eve.id))?.emailVerified
      const move = (email: string) =>
        store().transact((transaction) => users.update(transaction, { ...names, email }))
      assert.equal(await verified(), 1)
      await move('eve@example.org')
      assert.equal(await verified(), 0)
      const { id } = eve
      await store().transact(async (transaction) => {
        assert.equal(await users.verify(transaction, { id, email: eve.email }), false)
        assert.equal(await users.verify(transaction, { id, email: 'eve@example.org' }), true)
      })
      assert.equal(await verified(), 1)
      await move(eve.email)
      assert.equal(await verified(), 0)
    })

    it('change name, address and password', async () => {
      const bob = userRow()
      const changed = { ...bob, email: 'new@example.com', firstName: 'N', lastName: 'M' }
      await store().transact(async (transaction) => {
        await users.insert(transaction, bob, null)
        await users.update(transaction, changed)
        assert.equal(await users.passwordHash(transaction, bob.id), null)
        await users.setPassword(transaction, bob.id, 'hash')
      })
      assert.deepEqual(plain(await users.byId(store(), bob.id)), changed)
      assert.equal(await users.passwordHash(store(), bob.id), 'hash')
    })
  })
}

function sessionsContract(open: Dialect['open']): void {
  describe('sessions', () => {
    const { store } = useStore(open)
    const add = async (userId: string, columns: Partial<sessions.SessionRow> = {}) => {
      const row = { id: newId(), userId, userAgent: 'B', createdAt: 1, ...columns }
      const proof = { authenticatedAt: null, address: null, method: 'password' }
      const session = { lastUsedAt: 1, expiresAt: 100, ...proof, ...row }
      const hash = `hash of ${row.id}`
      await store().transact((transaction) => sessions.insert(transaction, { ...session, hash }))
      return { session, hash }
    }
    const find = async (hash: string, now: number) =>
      plain(await sessions.byHash(store(), hash, now))

    it('are found by their hash until they end, while their person is here', async () => {
      const { userId } = await createFixture(store())
      const { session, hash } = await add(userId)
      assert.equal(await find('another', 50), undefined)
      assert.deepEqual(await find(hash, 99), session)
      assert.equal(await find(hash, 100), undefined)
      await store().transact((transaction) => users.remove(transaction, userId, 2))
      assert.equal(await find(hash, 50), undefined)
    })

    it('note a use only when none was noted since', async () => {
      const { hash, session } = await add((await createFixture(store())).userId)
      const touch = async (now: number, notSince: number) => {
        const use = { id: session.id, lastUsedAt: now, expiresAt: now + 100 }
        await store().transact((transaction) => sessions.touch(transaction, use, notSince))
        const found = await find(hash, 2)
        return [found?.lastUsedAt, found?.expiresAt]
      }
      assert.deepEqual(await touch(50, 0), [1, 100])
      assert.deepEqual(await touch(50, 1), [50, 150])
    })

    it('know when their person last proved who they are', async () => {
      const { userId } = await createFixture(store())
      const { id } = (await add(userId)).session
      const authenticate = (who: string) =>
        store().transact((transaction) =>
          sessions.authenticate(transaction, { id, userId: who }, 7),
        )
      assert.equal((await sessions.byId(store(), id, userId))?.authenticatedAt, null)
      assert.equal(await authenticate(newId()), false)
      assert.equal(await sessions.byId(store(), id, newId()), undefined)
      assert.equal(await authenticate(userId), true)
      assert.equal((await sessions.byId(store(), id, userId))?.authenticatedAt, 7)
    })

    it('end one by one, all but one, all, or when their time has come', async () => {
      const { userId } = await createFixture(store())
      const rows = [
        await add(userId),
        await add(userId, { lastUsedAt: 5 }),
        await add(userId, { expiresAt: 20 }),
        await add(userId, { lastUsedAt: 3 }),
      ]
      const [first, second, third, fourth] = rows.map(({ session }) => session.id)
      const ids = async () => (await sessions.ofUser(store(), userId, 10)).map(({ id }) => id)
      assert.deepEqual((await ids()).slice(0, 2), [second, fourth])
      await store().transact((transaction) => sessions.removeExpired(transaction, 20))
      assert.ok(!(await ids()).includes(third ?? ''))
      await store().transact((transaction) => sessions.remove(transaction, first ?? ''))
      assert.deepEqual(await ids(), [second, fourth])
      await store().transact((transaction) => sessions.removeOfUser(transaction, userId, fourth))
      assert.deepEqual(await ids(), [fourth])
      await store().transact((transaction) => sessions.removeOfUser(transaction, userId))
      assert.deepEqual(await ids(), [])
    })

    it('end when they began in another way, except for one', async () => {
      const { userId } = await createFixture(store())
      const rows = [
        await add(userId, { method: 'oidc' }),
        await add(userId, { method: 'password' }),
        await add(userId, { method: null }),
        await add(userId, { method: 'passkey' }),
      ]
      const [oidc, password] = rows.map(({ session }) => session.id)
      await store().transact((to) => sessions.removeOtherMethods(to, 'oidc', password ?? ''))
      const left = await sessions.ofUser(store(), userId, 10)
      assert.deepEqual(new Set(left.map(({ id }) => id)), new Set([oidc, password]))
    })
  })
}

function oneTimeTokensContract(open: Dialect['open']): void {
  describe('one-time tokens', () => {
    const { store } = useStore(open)
    const add = async (hash: string, columns: Partial<oneTimeTokens.OneTimeTokenRow> = {}) => {
      const row = { kind: 'reset', userId: null, data: 'd', createdAt: 1, expiresAt: 100 }
      const ticket = { ...row, ...columns }
      await store().transact((transaction) =>
        oneTimeTokens.insert(transaction, { ...ticket, hash }),
      )
      return ticket
    }

    it('are good for their kind, until they end, and once', async () => {
      const ticket = await add('one')
      assert.equal(await oneTimeTokens.get(store(), 'one', 'setup', 50), undefined)
      assert.equal(await oneTimeTokens.get(store(), 'one', 'reset', 100), undefined)
      assert.deepEqual(plain(await oneTimeTokens.get(store(), 'one', 'reset', 99)), ticket)
      await store().transact(async (transaction) => {
        assert.equal(await oneTimeTokens.remove(transaction, 'one'), true)
        assert.equal(await oneTimeTokens.remove(transaction, 'one'), false)
      })
    })

    it('are found and taken away by person, kind and time', async () => {
      const { userId } = await createFixture(store())
      await add('old', { userId })
      const newest = await add('new', { userId, createdAt: 2 })
      await add('other', { userId, kind: 'totp' })
      const found = async (kind: string) =>
        plain(await oneTimeTokens.ofUser(store(), kind, userId, 50))
      assert.deepEqual(await found('reset'), newest)
      await store().transact((transaction) =>
        oneTimeTokens.removeOfUser(transaction, 'reset', userId),
      )
      assert.equal(await found('reset'), undefined)
      assert.equal((await found('totp'))?.data, 'd')
      await store().transact((transaction) => oneTimeTokens.removeKind(transaction, 'totp'))
      assert.equal(await found('totp'), undefined)
      await add('any', { userId })
      await store().transact((transaction) => oneTimeTokens.removeAllOfUser(transaction, userId))
      assert.equal(await found('reset'), undefined)
      await add('late')
      await store().transact((transaction) => oneTimeTokens.removeExpired(transaction, 100))
      assert.equal(await oneTimeTokens.get(store(), 'late', 'reset', 1), undefined)
    })
  })
}

function invitationsContract(open: Dialect['open']): void {
  describe('invitations', () => {
    const { store } = useStore(open)

    it('are found by hash or address until they end, and used once', async () => {
      const { workspaceId, userId } = await createFixture(store())
      const guest = { scope: 'shared', pageId: newId(), level: 2 } as const
      const row = {
        workspaceId,
        role: 'VIEWER' as const,
        email: 'x@y',
        createdBy: userId,
        ...guest,
      }
      const mailHash = 'of the mail'
      const add = async (hash: string, createdAt: number) => {
        const ends = { createdAt, expiresAt: createdAt + 100 }
        const mailed = hash === 'fresh' ? { mailHash } : { mailHash: null }
        const invitation = { ...row, id: newId(), ...ends, ...mailed }
        await store().transact((transaction) =>
          invitations.insert(transaction, { ...invitation, hash }),
        )
        return invitation
      }
      const [old, fresh] = [await add('old', 1), await add('fresh', 50)]
      const list = async (now: number) =>
        (await invitations.list(store(), workspaceId, now)).map(plain)
      assert.deepEqual(await list(100), [fresh, old])
      assert.deepEqual(await list(101), [fresh])
      assert.deepEqual((await invitations.forEmail(store(), 'x@y', 101)).map(plain), [fresh])
      assert.deepEqual(await invitations.forEmail(store(), 'x', 1), [])
      assert.deepEqual(plain(await invitations.byHash(store(), 'fresh', 149)), fresh)
      assert.deepEqual(plain(await invitations.byHash(store(), mailHash, 149)), fresh)
      assert.equal(await invitations.byHash(store(), 'fresh', 150), undefined)
      await store().transact(async (transaction) => {
        await invitations.removeExpired(transaction, workspaceId, 101)
        const remove = () => invitations.remove(transaction, workspaceId, fresh.id)
        assert.deepEqual([await remove(), await remove()], [true, false])
      })
      assert.deepEqual(await list(1), [])
    })
  })

  describe('a workspace', () => {
    const { store } = useStore(open)

    it('takes another name, and knows the keys of its members', async () => {
      const { workspaceId, userId } = await createFixture(store())
      const other = await createFixture(store())
      const end = { expiresAt: null, readOnly: 0, workspaceIds: null, createdAt: 1 } as const
      const add = async (owner: string) => {
        const key = { id: newId(), userId: owner, name: 'k', hash: newId(), ...end }
        await store().transact((transaction) =>
          keys.insert(transaction, { ...key, firstCharacters: 'a', lastCharacters: 'b' }),
        )
        return key.id
      }
      const own = await add(userId)
      await add(other.userId)
      await store().transact(async (transaction) => {
        const member = { workspaceId, userId, role: 'OWNER' as const, createdAt: 7 }
        await members.put(transaction, member)
        await workspaces.rename(transaction, workspaceId, 'Renamed')
      })
      const found = await keys.ofWorkspace(store(), workspaceId)
      assert.deepEqual(
        found.map(({ id }) => id),
        [own],
      )
      assert.equal((await workspaces.byId(store(), workspaceId))?.name, 'Renamed')
      assert.equal((await members.list(store(), workspaceId))[0]?.joinedAt, 7)
    })
  })
}

function factorsContract(open: Dialect['open']): void {
  describe('second factors', () => {
    const { store } = useStore(open)

    it('take a step once, and none before it; each recovery code once', async () => {
      const { userId } = await createFixture(store())
      const row = { userId, secret: 'sealed', lastStep: 10, createdAt: 1 }
      await store().transact(async (transaction) => {
        await secondFactors.insert(transaction, row, ['one', 'two'])
        const step = (number: number) => secondFactors.useStep(transaction, userId, number)
        assert.deepEqual([await step(10), await step(11), await step(11)], [false, true, false])
        const recover = (hash: string) => secondFactors.useRecovery(transaction, userId, hash)
        assert.deepEqual(
          [await recover('three'), await recover('one'), await recover('one')],
          [false, true, false],
        )
      })
      const found = plain(await secondFactors.get(store(), userId))
      assert.deepEqual(found, { ...row, lastStep: 11 })
      await store().transact(async (transaction) => {
        await secondFactors.remove(transaction, userId)
        assert.equal(await secondFactors.useRecovery(transaction, userId, 'two'), false)
      })
      assert.equal(await secondFactors.get(store(), userId), undefined)
    })
  })

  describe('passkeys', () => {
    const { store } = useStore(open)

    it('belong to one person, who alone can remove them', async () => {
      const { userId } = await createFixture(store())
      const other = await createFixture(store())
      const row = { id: 'k', userId, name: 'n', publicKey: 'p', counter: 0, transports: '[]' }
      const passkey = { ...row, createdAt: 1 }
      await store().transact((transaction) => passkeys.insert(transaction, passkey))
      await assert.rejects(store().transact((transaction) => passkeys.insert(transaction, passkey)))
      await store().transact((transaction) => passkeys.touch(transaction, 'k', 7, 9))
      const used = { ...passkey, counter: 7, lastUsedAt: 9 }
      assert.deepEqual(plain(await passkeys.byId(store(), 'k')), used)
      assert.deepEqual((await passkeys.ofUser(store(), userId)).map(plain), [used])
      await store().transact(async (transaction) => {
        assert.equal(await passkeys.remove(transaction, other.userId, 'k'), false)
        assert.equal(await passkeys.remove(transaction, userId, 'k'), true)
      })
      assert.equal(await passkeys.byId(store(), 'k'), undefined)
      await store().transact(async (transaction) => {
        await passkeys.insert(transaction, passkey)
        await passkeys.insert(transaction, { ...passkey, id: 'l', userId: other.userId })
        assert.equal(await passkeys.removeOfUser(transaction, userId), 1)
      })
      assert.deepEqual(await passkeys.ofUser(store(), userId), [])
      assert.equal((await passkeys.ofUser(store(), other.userId)).length, 1)
    })
  })

  describe('identities', () => {
    const { store } = useStore(open)

    it('lead to one person, until that one is removed', async () => {
      const { userId } = await createFixture(store())
      const identity = { issuer: 'https://id.example.com', subject: 's' }
      const add = () =>
        store().transact((transaction) => identities.insert(transaction, identity, userId, 1))
      await add()
      await assert.rejects(add())
      const found = plain(await identities.userOf(store(), identity))
      assert.deepEqual(found, { userId, createdAt: 1 })
      assert.equal(await identities.userOf(store(), { ...identity, subject: 't' }), undefined)
      await store().transact((transaction) => identities.removeOfUser(transaction, userId))
      assert.equal(await identities.userOf(store(), identity), undefined)
    })
  })
}
