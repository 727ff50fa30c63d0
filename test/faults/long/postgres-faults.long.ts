import assert from 'node:assert/strict'
import { after, before, describe, it, type TestContext } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import { type Cluster, startCluster } from '../../support/processes/cluster.ts'
import { type KeyedWriters, startKeyedWriters } from '../../support/processes/keyed-writers.ts'
import { askDatabase, type PostgresServer, startPostgres } from '../../support/stores/postgres.ts'
import { until } from '../../support/until.ts'

const connections = 60

describe('two nodes under writers, each write with an Idempotency-Key', () => {
  let postgres: PostgresServer
  let cluster: Cluster
  let writers: KeyedWriters | undefined
  before(async () => {
    postgres = await startPostgres('durable', connections)
    cluster = await startCluster(2, postgres)
  })
  after(async () => {
    await cluster.close()
    await postgres.stop()
  })

  /** Writes while `fault` happens, and then for a while; every answered page is there once, and no other. */
  async function survive(test: TestContext, fault: () => Promise<void>): Promise<void> {
    await askDatabase(postgres.url, `delete from idempotency_keys`)
    const before = await titles()
    const addresses = cluster.nodes.map(({ address }) => address)
    const started = startKeyedWriters(addresses, cluster.first, 8)
    writers = started
    await until(() => started.answered.size > 50)
    await fault()
    const during = started.answered.size
    await until(() => started.answered.size > during + 50)
    await started.stop()
    const created = (await titles()).filter(({ id }) => !before.some((old) => old.id === id))
    const { answered, refusals, replayed, maxMs } = started
    test.diagnostic(
      `${answered.size} written, ${replayed()} replayed, longest ${Math.round(maxMs())} ms, ${JSON.stringify(Object.fromEntries(refusals))}`,
    )
    assert.deepEqual(
      created.map(({ id, title }) => `${title} ${id}`).toSorted(),
      [...answered].map(([title, id]) => `${title} ${id}`).toSorted(),
    )
    for (const refusal of refusals.keys()) {
      assert.match(refusal, /^(?:503 (?:BUSY|COMMIT_UNKNOWN)|409 IDEMPOTENCY_KEY_IN_USE)$/)
    }
    assert.deepEqual(await cluster.faults(), [])
  }
  const titles = () =>
    askDatabase<{ id: string; title: string }>(postgres.url, 'select id, title from pages')

  it('lose and double nothing when PostgreSQL is killed, five times', (test) =>
    survive(test, async () => {
      for (let round = 0; round < 5; round += 1) {
        await postgres.signal('SIGKILL')
        await sleep(500)
        await postgres.resume()
        const done = writers?.answered.size ?? 0
        await until(() => (writers?.answered.size ?? 0) > done + 20)
      }
    }))

  it('nor when it hangs for 20 seconds, twice', (test) =>
    survive(test, async () => {
      for (let round = 0; round < 2; round += 1) {
        await postgres.signal('SIGSTOP')
        await sleep(20_000)
        await postgres.signal('SIGCONT')
        const done = writers?.answered.size ?? 0
        await until(() => (writers?.answered.size ?? 0) > done + 20)
      }
    }))

  it('nor when it is restarted, five times', (test) =>
    survive(test, async () => {
      for (let round = 0; round < 5; round += 1) {
        await postgres.pause()
        await sleep(500)
        await postgres.resume()
        const done = writers?.answered.size ?? 0
        await until(() => (writers?.answered.size ?? 0) > done + 20)
      }
    }))

  it('nor when it has no connection left, for 10 seconds', (test) =>
    survive(test, async () => {
      const others: pg.Client[] = []
      const take = async () => {
        const client = new pg.Client({ connectionString: postgres.url })
        client.on('error', () => undefined)
        await client.connect()
        others.push(client)
      }
      while (
        await take().then(
          () => true,
          () => false,
        )
      );
      // The nodes lose theirs, and others are quicker to take their place.
      await others[0]?.query(
        `select pg_terminate_backend(pid) from pg_stat_activity where application_name like 'quire %'`,
      )
      const end = performance.now() + 10_000
      while (performance.now() < end) await take().catch(() => sleep(20))
      await Promise.all(others.map((client) => client.end()))
    }))
})
