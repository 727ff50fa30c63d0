import assert from 'node:assert/strict'
import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, it } from 'node:test'
import pg from 'pg'
import { connectPostgres } from '../../../server/store/postgres/connect.ts'
import { listMigrations, migrate } from '../../../server/store/postgres/migrate.ts'
import { type Random, randomFrom } from '../../live/simulation/random.ts'
import { createDatabase, type TestDatabase } from '../../support/stores/postgres.ts'
import { until } from '../../support/until.ts'

const all = listMigrations()
const newest = all.at(-1)?.number ?? 0
const released = readdirSync(join(import.meta.dirname, '../../fixtures/stores'))
  .filter((name) => /^\d{4}\.json$/.test(name))
  .map((name) => Number.parseInt(name, 10))

/** The lock that every release takes for a write. */
const everythingLock = 7_853_914_201
/** States of PostgreSQL after which every release repeats a write: a collision with another transaction. */
const repeated = new Set(['40001', '40P01'])

let database: TestDatabase
let clients: pg.Client[] = []
let started: Traffic[] = []
beforeEach(async () => {
  database = await createDatabase()
})
afterEach(async () => {
  await Promise.all(started.map(({ stop }) => stop()))
  started = []
  await Promise.all(clients.map((client) => client.end()))
  clients = []
  await database.drop()
})

async function connect(): Promise<pg.Client> {
  const client = new pg.Client({ connectionString: database.url })
  clients.push(client)
  await client.connect()
  return client
}

type Traffic = { done: number; errors: string[]; stop: () => Promise<void> }

const tablesSql = `select tablename as name from pg_tables
  where schemaname = current_schema() and tablename <> 'migrations'`

/** Calls `turn` until it is stopped, as requests of a node that repeats what collided. */
function repeatUntilStopped(turn: (client: pg.Client) => Promise<void>): Traffic {
  const state = { isStopped: false }
  const traffic: Traffic = { done: 0, errors: [], stop: async () => undefined }
  const run = async (): Promise<void> => {
    const client = await connect()
    while (!state.isStopped) {
      try {
        await turn(client)
        traffic.done += 1
      } catch (error) {
        await client.query('rollback')
        if (!(error instanceof pg.DatabaseError)) throw error
        if (!repeated.has(error.code ?? '')) traffic.errors.push(error.message)
      }
    }
  }
  const running = run()
  traffic.stop = () => {
    state.isStopped = true
    return running
  }
  started.push(traffic)
  return traffic
}

/** The tables of a schema, each time in another order. */
async function shuffled(client: pg.Client, random: Random): Promise<string[]> {
  const { rows } = await client.query<{ name: string }>(tablesSql)
  return rows
    .map(({ name }) => ({ name, order: random.next() }))
    .toSorted((one, other) => one.order - other.order)
    .map(({ name }) => name)
}

/** Writes as nodes of all releases do, with the locks of all tables in any order. */
const writer = (random: Random) =>
  repeatUntilStopped(async (client) => {
    const tables = await shuffled(client, random)
    await client.query(
      `begin; select pg_advisory_xact_lock_shared(${everythingLock}); select 1 from workspaces for no key update`,
    )
    for (const table of tables) await client.query(`lock table ${table} in row exclusive mode`)
    await client.query('commit')
  })

/** Reads four tables in one statement. */
const reader = (random: Random) =>
  repeatUntilStopped(async (client) => {
    const tables = await shuffled(client, random)
    const from = tables.slice(0, 4).join(' cross join ')
    await client.query(`select 1 from ${from} limit 0`)
  })

async function schemaAt(number: number): Promise<void> {
  const client = await connect()
  await migrate(client, { migrations: all.filter((migration) => migration.number <= number) })
}

async function versions(): Promise<number[]> {
  const client = await connect()
  const { rows } = await client.query<{ number: string }>(
    'select number from migrations order by 1',
  )
  return rows.map(({ number }) => Number(number))
}

describe('a node of a newer version that starts while others serve requests', () => {
  it('knows a released schema', () => assert.notDeepEqual(released, []))

  for (const schema of released) {
    it(`migrates a store of schema ${schema} between writes and reads, of which none fails`, async () => {
      await schemaAt(schema)
      const random = randomFrom(schema)
      const traffic = [writer(random), writer(random), writer(random), reader(random)]
      await until(async () => traffic.every(({ done }) => done > 0))
      const before = traffic.map(({ done }) => done)
      await (await connectPostgres({ url: database.url, connections: 2 })).close()
      await until(async () => traffic.every(({ done }, index) => done > (before[index] ?? 0)))
      await Promise.all(traffic.map(({ stop }) => stop()))
      assert.deepEqual(
        traffic.flatMap(({ errors }) => errors),
        [],
      )
      assert.equal((await versions()).at(-1), newest)
    })
  }

  it('lets requests continue while a long transaction holds a table', async () => {
    const schema = newest - 1
    await schemaAt(schema)
    const next = {
      number: newest,
      name: `${newest}-next`,
      sql: 'alter table pages add column next text',
    }
    const migrations = [...all.slice(0, -1), next]
    const long = await connect()
    await long.query('begin; select 1 from pages')
    const random = randomFrom(1)
    const traffic = [writer(random), reader(random)]
    const waits: string[] = []
    const migrating = migrate(await connect(), { migrations, onWait: (wait) => waits.push(wait) })
    await until(async () => waits.length >= 2)
    const before = traffic.map(({ done }) => done)
    await until(async () => traffic.every(({ done }, index) => done > (before[index] ?? 0)))
    assert.equal((await versions()).at(-1), schema)
    await long.query('commit')
    await migrating
    await Promise.all(traffic.map(({ stop }) => stop()))
    assert.match(waits[0] ?? '', new RegExp(`^Migration ${newest}-next waits for a lock`))
    assert.deepEqual(
      traffic.flatMap(({ errors }) => errors),
      [],
    )
    assert.equal((await versions()).at(-1), newest)
  })

  it('names the migration that gets no lock, keeps the ones before, and changes nothing else', async () => {
    await schemaAt(newest)
    const migrations = [
      ...all,
      { number: 9001, name: '9001-one', sql: 'create table one (id int)' },
      {
        number: 9002,
        name: '9002-two',
        sql: 'create table two (id int); alter table pages add column two text',
      },
    ]
    const long = await connect()
    await long.query('begin; select 1 from pages')
    await assert.rejects(
      migrate(await connect(), { migrations, timeoutMs: 1 }),
      /Migration 9002-two got no lock on its tables for 0\.001 s and changed nothing\. End long/,
    )
    assert.equal((await versions()).at(-1), 9001)
    const { rows } = await long.query("select 1 from pg_tables where tablename = 'two'")
    assert.deepEqual(rows, [])
    await long.query('commit')
    await migrate(await connect(), { migrations })
    assert.equal((await versions()).at(-1), 9002)
  })
})
