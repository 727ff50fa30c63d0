import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { addPerson } from '../../../test/support/people.ts'
import { startServer, type TestServer } from '../../../test/support/server.ts'
import { administrators } from '../../store/index.ts'
import { addAdministrator, removeAdministrator } from '../people/administrator-list.ts'
import { removeUser } from '../people/users.ts'
import { isAdministrator, listAdministrators } from './administrators.ts'

let quire: TestServer
before(async () => {
  quire = await startServer()
})
after(() => quire.close())

describe('administrators of a store that knew none', () => {
  it('are the person who came first, who stays one when others are named', async () => {
    const { store } = quire.app
    const bob = await addPerson(quire, 'Bob')
    // As the version before left it.
    await store.transact((transaction) => administrators.remove(transaction, quire.userId))
    assert.equal(await isAdministrator(store, quire.userId), true)
    assert.equal(await isAdministrator(store, bob.userId), false)
    await addAdministrator(store, bob.email)
    const both = await listAdministrators(store)
    assert.deepEqual(both.map(({ id }) => id).toSorted(), [quire.userId, bob.userId].toSorted())
    await removeAdministrator(store, 'ada@example.com')
    assert.equal(await isAdministrator(store, quire.userId), false)
    await assert.rejects(removeUser(store, bob.email), { code: 'LAST_ADMINISTRATOR' })
  })
})
