import assert from 'node:assert/strict'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { after, before, describe, it } from 'node:test'
import { copyMigratedSqlite } from '../../../test/support/stores/sqlite.ts'
import { clock } from '../../lib/clock.ts'
import * as jobs from '../background/jobs.ts'
import { leaseColumns } from '../background/void-leases.ts'
import { connectSqlite } from './connect.ts'

const job = { kind: 'test', subject: 'x' }

describe('leases in a SQLite store', () => {
  let dataFolder = ''
  before(async () => {
    dataFolder = await mkdtemp(join(tmpdir(), 'quire-leases-'))
    await copyMigratedSqlite(dataFolder)
  })
  after(() => rm(dataFolder, { recursive: true }))

  const open = () => connectSqlite(dataFolder, 'create', { mayVoidLeases: true })
  const isIdle = async (store: ReturnType<typeof open>) =>
    (await jobs.leases.idle(store, { now: clock.now(), limit: 10 })).length > 0

  it('end when the only server starts, and not while another process has the store open', async () => {
    const first = open()
    await first.transact(async (transaction) => {
      await jobs.enqueue(transaction, job, 0)
      const now = await transaction.now()
      await jobs.leases.claim(transaction, job, { holder: 'gone', now, until: now + 50_000 })
    })
    const second = open()
    assert.equal(await isIdle(second), false)
    await first.close()
    await second.close()
    const only = open()
    assert.equal(await isIdle(only), true)
    await only.close()
  })

  it('are all known: a new column must be voided, too', () => {
    const database = new DatabaseSync(join(dataFolder, 'quire.db'))
    const columns = database
      .prepare(
        `select m.name as "table", c.name as "until" from sqlite_schema m join pragma_table_info(m.name) c
         where m.type = 'table' and (c.name like '%leased%' or c.name = 'merging_until') order by 1`,
      )
      .all()
    database.close()
    const known = leaseColumns.toSorted((one, other) => (one.table < other.table ? -1 : 1))
    assert.deepEqual(
      columns.map((column) => ({ ...column })),
      known,
    )
  })
})
