import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { type App, openApp } from '../../server/app.ts'
import { operator } from '../../server/cli/operator.ts'
import { readConfig } from '../../server/config.ts'
import { createWorkspace } from '../../server/domain/people/workspaces.ts'
import { embedJob, setEmbeddings } from '../../server/domain/semantic/settings.ts'
import { caller } from '../faults/caller.ts'
import {
  bagOfWords,
  type EmbeddingServer,
  startEmbeddingServer,
} from '../support/outside/embedding-server.ts'
import { type Cluster, startCluster } from '../support/processes/cluster.ts'
import { askDatabase } from '../support/stores/postgres.ts'
import { until } from '../support/until.ts'

const inHalfAMinute = '(extract(epoch from clock_timestamp()) * 1000)::bigint + 30000'

/** As many as a node runs at once. */
const perNode = 4

/** Keeps who comes waiting until it is opened. */
class Latch {
  #opened = Promise.withResolvers<void>()
  waiting = 0

  open(): void {
    this.#opened.resolve()
  }

  shut(): void {
    this.waiting = 0
    this.#opened = Promise.withResolvers<void>()
  }

  async pass(): Promise<void> {
    this.waiting += 1
    await this.#opened.promise
  }
}

describe('jobs that are due on three nodes at once', () => {
  const latch = new Latch()
  /** How often the page of each workspace was sent to be embedded. */
  const sent = new Map<string, number>()
  const workspaceIds: string[] = []
  let cluster: Cluster
  let provider: EmbeddingServer
  let app: App

  before(async () => {
    const embed = bagOfWords(16)
    provider = await startEmbeddingServer({
      all: async (texts) => {
        for (const text of texts) {
          const [, workspaceId] = /^Page\s+Body of (\S+)/.exec(text) ?? []
          if (workspaceId === undefined) continue
          sent.set(workspaceId, (sent.get(workspaceId) ?? 0) + 1)
          await latch.pass()
        }
        return texts.map(embed)
      },
    })
    cluster = await startCluster(3)
    const { dataFolder, environment, address, first } = cluster
    app = await openApp(readConfig({ QUIRE_DATA: dataFolder, ...environment }))
    const call = caller(address, first)
    for (let count = 0; count < 200; count += 1) {
      const workspace = { name: `Job ${count}`, slug: undefined }
      const { id } = await createWorkspace(app.store, workspace, first.userId)
      const page = { workspaceId: id, title: 'Page', markdown: `Body of ${id}` }
      assert.equal((await call('/v1/pages/create', page)).status, 200)
      workspaceIds.push(id)
    }
  })
  after(async () => {
    latch.open()
    await app.close()
    await cluster.close()
    await provider.close()
  })

  const ask = (sql: string) =>
    askDatabase<{ subject: string; holder: string }>(cluster.environment.DATABASE_URL, sql)
  const claimed = () =>
    ask(`select subject, holder from jobs where holder is not null and kind = '${embedJob}'`)
  const left = async () => (await ask(`select subject from jobs where kind = '${embedJob}'`)).length

  /** Each workspace gets a model that has read none of its pages yet: a job. */
  async function addJobs(model: string, ids: readonly string[]): Promise<void> {
    const { baseUrl } = provider
    for (const id of ids)
      await setEmbeddings({ ...app, caller: operator() }, id, { provider: 'http', model, baseUrl })
  }

  /** Adds jobs that none of the nodes can end, until each has as many as it takes. */
  async function fill(model: string, ids: readonly string[]): Promise<void> {
    sent.clear()
    latch.shut()
    await addJobs(model, ids)
    const capacity = cluster.nodes.length * perNode
    await until(() => latch.waiting >= capacity)
    const taken = await claimed()
    assert.equal(latch.waiting, capacity)
    assert.deepEqual(taken.map(({ subject }) => subject).toSorted(), [...sent.keys()].toSorted())
    assert.equal(new Set(taken.map(({ holder }) => holder)).size, capacity)
  }

  it('are done once, each by one node', async () => {
    await fill('first', workspaceIds)
    latch.open()
    await until(async () => (await left()) === 0)
    const once = new Map(workspaceIds.map((id) => [id, 1]))
    assert.deepEqual(sorted(sent), sorted(once))
  })

  it('are left to a node that was killed until its lease ends, and then done by the others', async () => {
    const ids = workspaceIds.slice(0, 60)
    await fill('second', ids)
    await cluster.nodes[0]?.stop('SIGKILL')
    // The dead one's leases do not end before the others have done the rest. Rows that these are writing are skipped:
    // each would wait for the other.
    const extend = () =>
      ask(
        `update jobs set leased_until = ${inHalfAMinute} where (kind, subject) in
           (select kind, subject from jobs where holder is not null for update skip locked)`,
      )
    await extend()
    latch.open()
    await until(async () => {
      await extend()
      return (await left()) === perNode
    })
    const orphans = (await claimed()).map(({ subject }) => subject)
    assert.equal(orphans.length, perNode)
    const once = new Map(ids.map((id) => [id, 1]))
    assert.deepEqual(sorted(sent), sorted(once))

    await ask('update jobs set leased_until = 1')
    await until(async () => (await left()) === 0)
    const twice = orphans.map((id): [string, number] => [id, 2])
    assert.deepEqual(sorted(sent), sorted(new Map([...once, ...twice])))
    assert.deepEqual(await cluster.faults(), [])
  })
})

function sorted(counts: ReadonlyMap<string, number>): [string, number][] {
  return [...counts].toSorted(([a], [b]) => (a < b ? -1 : 1))
}
