import assert from 'node:assert/strict'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { after, before, beforeEach, describe, it } from 'node:test'
import { setImmediate as yieldToEventLoop } from 'node:timers/promises'
import type { Store, Transaction } from '../connection.ts'
import { type Caching, statement } from '../statement.ts'
import { connectSqlite } from './connect.ts'

type Values = { id: string }
const read = (cached: Caching) =>
  statement<{ role: string }, Values>(`test.${cached}`, 'select role from rights where id = $id', {
    cached,
  })
const checked = read('until commit')
const oncePerCallback = read('until commit, checked once a callback')
const make = statement('test.make', 'create table rights (id text primary key, role text)')
const put = statement<never, Values & { role: string }>(
  'test.put',
  `insert into rights (id, role) values ($id, $role) on conflict (id) do update set role = excluded.role`,
)
const remove = statement<never, Values>('test.remove', 'delete from rights where id = $id')

/** How often rows were read from the database. */
function reads(store: Store): number {
  const timings = store
    .timings()
    .filter(({ name }) => [checked, oncePerCallback].some((one) => one.name === name))
  return timings.reduce((sum, { count }) => sum + count, 0)
}

describe('cached rows', () => {
  let folder = ''
  let store: Store
  /** Stands for another process: SQLite connects the two by the file alone. */
  let other: DatabaseSync
  before(async () => {
    folder = mkdtempSync(join(tmpdir(), 'quire-rows-'))
    store = connectSqlite(folder)
    await store.transact((transaction) => transaction.run(make))
    other = new DatabaseSync(join(folder, 'quire.db'))
  })
  beforeEach(() => set(store, 'OWNER'))
  after(async () => {
    await store.close()
    other.close()
    rmSync(folder, { recursive: true })
  })

  const set = (on: Store, role: string) =>
    on.transact((transaction) => transaction.run(put, { id: 'ada', role }))
  const role = async (one = checked) => (await store.get(one, { id: 'ada' }))?.role

  it('are read again after a commit of this process', async () => {
    for (const next of ['VIEWER', 'ADMIN', 'MEMBER']) {
      await role()
      await set(store, next)
      assert.equal(await role(), next)
    }
    await store.transact((transaction) => transaction.run(remove, { id: 'ada' }))
    assert.equal(await role(), undefined)
  })

  it('are read again after a commit of another process, also in the same callback', async () => {
    for (const next of ['VIEWER', 'ADMIN', 'MEMBER']) {
      await role()
      other.exec(`update rights set role = '${next}'`)
      assert.equal(await role(), next)
    }
    other.exec('delete from rights')
    assert.equal(await role(), undefined)
  })

  it('that are checked once a callback are read again by a request that begins later in that callback', async () => {
    for (const next of ['VIEWER', 'ADMIN', 'MEMBER']) {
      await role(oncePerCallback)
      other.exec(`update rights set role = '${next}'`)
      // A request reads its key first.
      await role(checked)
      assert.equal(await role(oncePerCallback), next)
    }
  })

  it('that are checked once a callback are read again in the next one of the same turn', async () => {
    for (const next of ['VIEWER', 'ADMIN', 'MEMBER']) {
      const after = Promise.withResolvers<string | undefined>()
      setImmediate(() => {
        void role(oncePerCallback).then(() => other.exec(`update rights set role = '${next}'`))
      })
      setImmediate(() => after.resolve(role(oncePerCallback)))
      assert.equal(await after.promise, next)
    }
  })

  it('are checked once for work that reads several of them together', async () => {
    await role()
    const found: Promise<string | undefined>[] = []
    store.checkOnce(() => {
      found.push(role())
      other.exec(`update rights set role = 'VIEWER'`)
      found.push(role())
    })
    assert.deepEqual(await Promise.all(found), ['OWNER', 'OWNER'])
    assert.equal(await role(), 'VIEWER')
  })

  it('that are checked once a callback are read again in the next turn', async () => {
    for (const next of ['VIEWER', 'ADMIN', 'MEMBER']) {
      await role(oncePerCallback)
      other.exec(`update rights set role = '${next}'`)
      await yieldToEventLoop()
      assert.equal(await role(oncePerCallback), next)
    }
  })

  it('show what this process committed in the same callback, whatever is read first', async () => {
    assert.equal(await role(oncePerCallback), 'OWNER')
    await set(store, 'VIEWER')
    assert.equal(await role(oncePerCallback), 'VIEWER')
  })

  it('never show what is not committed, or rolled back', async () => {
    const change = async (transaction: Transaction): Promise<void> => {
      await role()
      await transaction.run(put, { id: 'ada', role: 'VIEWER' })
      assert.equal(await role(), 'OWNER')
      assert.equal((await transaction.get(checked, { id: 'ada' }))?.role, 'VIEWER')
      throw new TypeError('no')
    }
    await assert.rejects(store.transact(change), TypeError)
    assert.equal(await role(), 'OWNER')
  })

  it('come from memory while nothing is committed, and cannot be changed there', async () => {
    const first = await store.get(checked, { id: 'ada' })
    const before = reads(store)
    for (const one of [checked, checked, oncePerCallback, oncePerCallback]) {
      await yieldToEventLoop()
      assert.equal(await role(one), 'OWNER')
    }
    assert.equal(reads(store) - before, 1, 'one for the statement that had not been run')
    assert.throws(() => Object.assign(first ?? {}, { role: 'VIEWER' }), TypeError)
  })

  it('fail one by one in work that begins after the store was closed', async () => {
    const closed = connectSqlite(mkdtempSync(join(folder, 'closed-')))
    await closed.close()
    let answer: Promise<unknown> = Promise.resolve()
    closed.checkOnce(() => {
      answer = closed.get(checked, { id: 'ada' })
    })
    await assert.rejects(answer)
  })

  it('that are missing are asked for each time', async () => {
    const before = reads(store)
    for (let time = 0; time < 3; time += 1) {
      assert.equal(await store.get(checked, { id: 'nobody' }), undefined)
    }
    assert.equal(reads(store) - before, 3)
  })
})
