import assert from 'node:assert/strict'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { after, before, describe, it } from 'node:test'
import { setImmediate as turn } from 'node:timers/promises'
import { AppError } from '../../lib/errors.ts'
import type { Transaction } from '../connection.ts'
import { statement } from '../statement.ts'
import { Connection } from './connection.ts'
import { Writer } from './transact.ts'

const insertChild = statement<never, { parent: number }>(
  'test.insertChild',
  'insert into children (parent) values ($parent)',
)
const listChildren = statement<{ parent: number }>(
  'test.listChildren',
  'select parent from children order by rowid',
)
const insertMuch = statement<never, { size: number }>(
  'test.insertMuch',
  'insert into children (parent, ballast) values (1, zeroblob($size))',
)

describe('Writer', () => {
  let folder = ''
  let file = ''
  let connection: Connection
  let reader: Connection
  const executed: string[] = []
  /** Every flush of a commit fails: SQLITE_IOERR_FSYNC. */
  let isDiskFailing = false

  before(async () => {
    folder = await mkdtemp(join(tmpdir(), 'quire-writer-'))
    file = join(folder, 'test.db')
    connection = new Connection(file, 0)
    reader = new Connection(file, 0)
    connection.database.exec(`
      create table parents (id integer primary key);
      create table children (parent integer references parents (id) deferrable initially deferred, ballast blob);
      insert into parents values (1);
    `)
    const { database } = connection
    const exec = database.exec.bind(database)
    database.exec = (sql) => {
      executed.push(sql)
      if (sql === 'commit' && isDiskFailing)
        throw Object.assign(new Error('disk'), { errcode: 1034 })
      exec(sql)
    }
  })

  after(async () => {
    reader.close()
    connection.close()
    await rm(folder, { recursive: true, force: true })
  })

  const parents = async () => (await reader.all(listChildren)).map(({ parent }) => parent)
  const clear = () => connection.database.exec('delete from children')
  const isCode = (code: string) => (error: unknown) =>
    error instanceof AppError && error.code === code

  it('gives a write that asks for it a transaction of its own, and all others one together', async () => {
    clear()
    const writer = new Writer(connection)
    executed.length = 0
    const insert = (transaction: Transaction) => transaction.run(insertChild, { parent: 1 })
    await Promise.all([
      writer.transact(insert),
      writer.transact(insert),
      writer.transactAlone(insert),
      writer.transactAlone(insert),
      writer.transact(insert),
    ])
    assert.equal((await parents()).length, 5)
    assert.deepEqual(
      executed,
      Array.from({ length: 4 }, () => ['begin immediate', 'commit']).flat(),
    )
  })

  it('says that the outcome is not known when the disk fails during the commit, and tries nothing again', async () => {
    clear()
    executed.length = 0
    isDiskFailing = true
    const writer = new Writer(connection)
    const insert = () =>
      writer.transact((transaction) => transaction.run(insertChild, { parent: 1 }))
    const outcomes = await Promise.allSettled([insert(), insert()])
    isDiskFailing = false
    for (const outcome of outcomes) {
      assert.ok(outcome.status === 'rejected' && isCode('COMMIT_UNKNOWN')(outcome.reason))
    }
    assert.equal(executed.filter((sql) => sql === 'commit').length, 1)
    assert.deepEqual(await parents(), [])
    await insert()
    assert.deepEqual(await parents(), [1])
  })

  it('refuses with BUSY when another process writes for too long, all that waited at once', async () => {
    clear()
    const writer = new Writer(connection, {}, 50)
    const other = new DatabaseSync(file)
    other.exec('begin immediate')
    try {
      const writes = Array.from({ length: 80 }, () =>
        writer.transact((transaction) => transaction.run(insertChild, { parent: 1 })),
      )
      executed.length = 0
      const outcomes = await Promise.allSettled(writes)
      for (const outcome of outcomes) {
        assert.ok(outcome.status === 'rejected' && isCode('BUSY')(outcome.reason))
      }
      const attempts = executed.filter((sql) => sql === 'begin immediate').length
      assert.ok(attempts < writes.length, `one wait for all, not ${attempts} attempts`)
    } finally {
      other.exec('rollback')
      other.close()
    }
    assert.deepEqual(await parents(), [])
  })

  it('waits for another process without holding up the event loop, and reads go on', async () => {
    clear()
    const writer = new Writer(connection)
    const other = new DatabaseSync(file)
    other.exec('begin immediate; insert into children (parent) values (1)')
    let isDone = false
    const write = writer
      .transact((transaction) => transaction.run(insertChild, { parent: 1 }))
      .then(() => (isDone = true))
    for (let count = 0; count < 50; count += 1) {
      await turn()
      assert.deepEqual(await parents(), [])
    }
    assert.equal(isDone, false)
    other.exec('commit')
    other.close()
    await write
    assert.deepEqual(await parents(), [1, 1])
  })

  it('shares one transaction among the writes that wait together', async () => {
    clear()
    executed.length = 0
    const writer = new Writer(connection)
    await Promise.all(
      Array.from({ length: 256 }, () =>
        writer.transact((transaction) => transaction.run(insertChild, { parent: 1 })),
      ),
    )
    assert.equal((await parents()).length, 256)
    assert.equal(executed.filter((sql) => sql === 'commit').length, 4)
    assert.ok(!executed.includes('savepoint task'))
  })

  it('runs a group again with savepoints when one of its writes fails that has changed something', async () => {
    const refuse = () => {
      throw new AppError('PAGE_CYCLE', 'no')
    }
    for (const { changes, begins, savepoints } of [
      { changes: false, begins: ['begin immediate'], savepoints: 0 },
      { changes: true, begins: ['begin immediate', 'rollback; begin immediate'], savepoints: 3 },
    ]) {
      clear()
      executed.length = 0
      const writer = new Writer(connection)
      const outcomes = await Promise.allSettled(
        [false, true, false].map((isFailing) =>
          writer.transact(async (transaction) => {
            if (!isFailing || changes) await transaction.run(insertChild, { parent: 1 })
            return isFailing ? refuse() : undefined
          }),
        ),
      )
      assert.deepEqual(
        outcomes.map(({ status }) => status),
        ['fulfilled', 'rejected', 'fulfilled'],
      )
      assert.deepEqual(await parents(), [1, 1])
      assert.deepEqual(
        executed.filter((sql) => sql.includes('begin')),
        begins,
      )
      assert.equal(executed.filter((sql) => sql === 'savepoint task').length, savepoints)
    }
  })

  it('takes the writes into a group that arrive while it gathers, and waits for no more than a few turns', async () => {
    clear()
    executed.length = 0
    const writer = new Writer(connection)
    const writes: Promise<unknown>[] = []
    const insert = () =>
      writer.transact((transaction) => transaction.run(insertChild, { parent: 1 }))
    for (let count = 0; count < 12; count += 1) {
      writes.push(insert(), insert())
      await turn()
    }
    await Promise.all(writes)
    const commits = executed.filter((sql) => sql === 'commit').length
    assert.ok(commits > 1 && commits < 12, `${commits} commits`)
  })

  it('tries a group alone, one by one, when its commit is refused, so that only the guilty fails', async () => {
    clear()
    const writer = new Writer(connection)
    const runs = new Map<number, number>()
    const outcomes = await Promise.allSettled(
      [1, 2, 1].map((parent, index) =>
        writer.transact(async (transaction) => {
          runs.set(index, (runs.get(index) ?? 0) + 1)
          await transaction.run(insertChild, { parent })
          return runs.get(index)
        }),
      ),
    )
    assert.deepEqual(
      outcomes.map(({ status }) => status),
      ['fulfilled', 'rejected', 'fulfilled'],
    )
    assert.deepEqual(await parents(), [1, 1])
    assert.deepEqual([...runs.values()], [2, 2, 2])
    const [first] = outcomes
    assert.equal(first?.status === 'fulfilled' ? first.value : 0, 2, 'the answer of the run kept')
  })

  it('answers STORAGE_FULL when there is no room, to that write alone, and recovers', async () => {
    clear()
    connection.database.exec('vacuum; pragma max_page_count = 40')
    const writer = new Writer(connection)
    const write = (size: number) =>
      writer.transact((transaction) => transaction.run(insertMuch, { size }))
    const outcomes = await Promise.allSettled([write(10), write(1_000_000), write(10)])
    assert.deepEqual(
      outcomes.map(({ status }) => status),
      ['fulfilled', 'rejected', 'fulfilled'],
    )
    const [, full] = outcomes
    assert.ok(full?.status === 'rejected' && isCode('STORAGE_FULL')(full.reason))
    assert.equal(connection.database.isTransaction, false)
    connection.database.exec('pragma max_page_count = 1000000')
    await write(1_000_000)
    assert.equal((await parents()).length, 3)
  })

  it('is idle at once when nothing was asked', async () => {
    const writer = new Writer(connection)
    await writer.idle()
    assert.equal(writer.depth, 0)
  })
})
