import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { type Call, caller } from '../faults/caller.ts'
import { type Cluster, startCluster } from '../support/processes/cluster.ts'
import { runServer } from '../support/processes/process.ts'
import { askDatabase } from '../support/stores/postgres.ts'

/** What a migration may do, done to every table. */
const migration = `do $$ declare name text; begin
  create table of_tomorrow (workspace_id text not null references workspaces (id), id text not null);
  for name in select tablename from pg_tables where schemaname = current_schema() loop
    execute format('alter table %I add column of_tomorrow text', name);
    execute format('alter table %I add column sure_of_tomorrow bigint not null default 0', name);
    execute format('create index %I on %I (of_tomorrow)', name || '_of_tomorrow', name);
  end loop;
  insert into migrations (number, name, applied_at) values (9999, '9999-of-tomorrow', 1);
end $$`

describe('nodes whose store a newer version has migrated', () => {
  let cluster: Cluster
  let call: Call
  before(async () => {
    cluster = await startCluster(2)
    call = caller(cluster.address, cluster.first)
  })
  after(() => cluster.close())

  /** Twice of each, so that both nodes do it. */
  async function work(word: string): Promise<void> {
    const ask = async (path: string, body: object) => {
      const answer = await call(path, body)
      assert.equal(answer.status, 200, `${path}: ${JSON.stringify(answer.body)}`)
      return answer.body
    }
    const parent = await ask('/v1/pages/create', { title: 'Parent' })
    for (let turn = 0; turn < 2; turn += 1) {
      const created = await ask('/v1/pages/create', { title: 'Page', markdown: `A ${word}.` })
      const pageId = String(created['pageId'])
      await ask('/v1/pages/update', { pageId, title: `Page of a ${word}` })
      await ask('/v1/pages/move', { pageId, newParentId: parent['pageId'], prevPageId: null })
      await ask('/v1/pages/markdown', { pageId })
      const found = await ask('/v1/search/pages', { query: word })
      assert.ok(JSON.stringify(found).includes(pageId))
      const contentBase64 = Buffer.from(word).toString('base64')
      const file = { fileName: 'a.txt', mimeType: 'text/plain', contentBase64 }
      const uploaded = await ask('/v1/page-files/upload-file', { pageId, ...file })
      const headers = { authorization: `Bearer ${cluster.first.key}` }
      const url = `${cluster.address}/files/${String(uploaded['fileId'])}`
      assert.equal(await (await fetch(url, { headers })).text(), word)
      await ask('/v1/pages/delete', { pageId })
      await ask('/v1/workspace/stats', {})
    }
  }

  it('go on: what they had prepared, and what they do for the first time', async () => {
    await work('heron')
    await askDatabase(cluster.environment.DATABASE_URL, migration)
    await work('walrus')
    for (const { address } of cluster.nodes) {
      assert.equal((await fetch(`${address}/readyz`)).status, 200)
    }
  })

  it('are not started again, and say why', async () => {
    const { dataFolder, environment } = cluster
    const { code, stderr } = await runServer({ dataFolder, environment })
    assert.equal(code, 1)
    assert.match(stderr, /The store is at version 9999.*Start the newer Quire/)
  })

  it('stop in good order', async () => {
    for (const node of cluster.nodes) assert.equal((await node.stop()).code, 0)
  })
})
