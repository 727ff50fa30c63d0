import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { type Call, caller } from '../faults/caller.ts'
import { type Cluster, startCluster } from '../support/processes/cluster.ts'

describe('three nodes on one PostgreSQL', () => {
  let cluster: Cluster
  /** Through the proxy: each call reaches the next node. */
  let call: Call
  let each: Call[]
  before(async () => {
    cluster = await startCluster(3)
    call = caller(cluster.address, cluster.first)
    each = cluster.nodes.map(({ address }) => caller(address, cluster.first))
  })
  after(() => cluster.close())

  const create = async (body: object): Promise<string> => {
    const created = await call('/v1/pages/create', body)
    assert.equal(created.status, 200, JSON.stringify(created.body))
    return String(created.body['pageId'])
  }

  it('read in the next request what another one wrote: Markdown, titles, search', async () => {
    for (const word of ['zebra', 'quokka', 'lemur', 'walrus', 'heron', 'ibex', 'otter', 'gnu']) {
      const pageId = await create({ title: 'Page', markdown: `A ${word} stands here.` })
      const changed = await call('/v1/pages/update', { pageId, title: `Renamed ${word}` })
      assert.equal(changed.status, 200)
      for (const ask of each) {
        const read = await ask('/v1/pages/markdown', { pageId })
        assert.equal(read.body['markdown'], `A ${word} stands here.\n`)
        const found = await ask('/v1/search/pages', { query: word })
        assert.deepEqual(
          (found.body['results'] as { pageId: string; title: string }[]).map((hit) => [
            hit.pageId,
            hit.title,
          ]),
          [[pageId, `Renamed ${word}`]],
        )
      }
    }
  })

  it('serve a file that another one took', async () => {
    const pageId = await create({ title: 'With a file' })
    const contentBase64 = Buffer.from('shared bytes').toString('base64')
    const file = { fileName: 'a.txt', mimeType: 'text/plain', contentBase64 }
    const uploaded = await call('/v1/page-files/upload-file', { pageId, ...file })
    assert.equal(uploaded.status, 200)
    for (const { address } of cluster.nodes) {
      const headers = { authorization: `Bearer ${cluster.first.key}` }
      const got = await fetch(`${address}/files/${String(uploaded.body['fileId'])}`, { headers })
      assert.deepEqual([got.status, await got.text()], [200, 'shared bytes'])
    }
  })

  it('refuse a revoked key, all of them, in the next request', async () => {
    const added = await cluster.quire('key', 'add', 'ada@example.com', '--json')
    const { id, key } = JSON.parse(added.stdout)
    const asks = cluster.nodes.map(({ address }) => caller(address, { ...cluster.first, key }))
    for (const ask of asks) assert.equal((await ask('/v1/workspace/stats', {})).status, 200)
    assert.equal((await cluster.quire('key', 'revoke', id)).code, 0)
    for (const ask of asks) {
      const { status, body } = await ask('/v1/workspace/stats', {})
      assert.deepEqual([status, body['code']], [401, 'API_KEY_REVOKED'])
    }
  })

  it('merge edits of one version, and tell all but the first', async () => {
    const pageId = await create({ title: 'Edited', markdown: 'Start.' })
    for (let version = 1; version <= 13; version += 3) {
      const edits = each.map((ask, node) =>
        ask('/v1/pages/edit', {
          pageId,
          mode: 'append',
          text: `Line ${version}.${node}`,
          expectedVersion: version,
        }),
      )
      const answers = await Promise.all(edits)
      assert.deepEqual(
        answers.map(({ body }) => Number(body['version'])).toSorted((a, b) => a - b),
        [version + 1, version + 2, version + 3],
      )
      assert.equal(answers.filter(({ body }) => body['merged'] === true).length, 2)
    }
    const read = await call('/v1/pages/markdown', { pageId })
    assert.equal(new Set(String(read.body['markdown']).match(/Line [\d.]+/g)).size, 15)
  })

  it('give every workspace a slug of its own, and the store one first person', async () => {
    const adds = Array.from({ length: 4 }, () =>
      cluster.quire('workspace', 'add', 'Twin', '--owner', 'ada@example.com', '--json'),
    )
    const created = await Promise.all(adds)
    const slugs = created.map(({ stdout }) => String(JSON.parse(stdout).slug))
    assert.deepEqual(slugs.toSorted(), ['twin', 'twin-2', 'twin-3', 'twin-4'])
    const person = ['--email', 'b@example.com', '--first-name', 'B', '--last-name', 'C']
    const again = await cluster.quire('init', ...person, '--workspace', 'Lab', '--json')
    assert.equal(JSON.parse(again.stderr).code, 'STORE_NOT_EMPTY')
  })

  it('leave a store in which all is well', async () => {
    assert.deepEqual(await cluster.faults(), [])
  })
})
