import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { bagOfWords, startEmbeddingServer } from '../../../test/support/outside/embedding-server.ts'
import { isReady, runJobs, setModel, untilStatus } from '../../../test/support/semantic.ts'
import { startServer, type TestServer } from '../../../test/support/server.ts'
import { buildAt, putVectors, vectorOf } from '../../../test/support/vectors.ts'
import { type Scope, Worlds } from '../../../test/support/worlds.ts'
import { newId } from '../../lib/ids.ts'
import { embeddings, type Viewer } from '../../store/index.ts'
import { searchPages } from '../search/search.ts'
import { nearestPages } from './nearest-pages.ts'
import { VectorMemory } from './vector-cache.ts'

/** The same numbers in every run. */
let seed = 23
function random(below: number): number {
  seed = (seed * 1_103_515_245 + 12_345) % 2_147_483_648
  return Math.floor((seed / 2_147_483_648) * below)
}
const scopes = ['open', 'shared', 'secret'] as const
const text = (scope: Scope) => {
  const words = (count: number) =>
    Array.from({ length: count }, () => `${scope === 'secret' ? 'z' : 'w'}${random(60)}`).join(' ')
  return { title: words(2), markdown: `${words(14)} and the rest\n\n${words(9)}` }
}

describe('semantic search of a viewer', () => {
  let quire: TestServer
  before(async () => {
    quire = await startServer({ rateLimit: 0, semanticTimeout: 60_000 })
  })
  after(() => quire.close())

  it('finds the nearest chunks as in a workspace of the pages that the viewer can read', async () => {
    const { store } = quire.app
    const worlds = await Worlds.create(quire, newId())
    const modelId = newId()
    for (const workspaceId of worlds.workspaceIds) {
      await store.transact((transaction) =>
        embeddings.insertBuild(transaction, { workspaceId, modelId }),
      )
    }
    const put = async (pageId: string, scope: Scope) => {
      // Many pages have the same vectors.
      const found = [vectorOf(random(12), random(3)), vectorOf(random(12))]
      for (const workspaceId of worlds.holding(scope)) {
        await putVectors(store, { workspaceId, modelId }, pageId, ...found)
      }
    }
    const memory = new VectorMemory(store, 1e8)
    const near = async (viewer: Viewer, query: Float32Array) => {
      const at = await buildAt(store, { workspaceId: viewer.workspaceId, modelId })
      return nearestPages({ store, memory, viewer }, at, query, 30)
    }
    let found = 0
    for (let round = 0; round < 8; round += 1) {
      for (let count = 0; count < 12; count += 1) {
        const scope = scopes[random(3)] ?? 'open'
        await worlds.add(scope, text(scope))
      }
      for (const page of worlds.pages) if (random(3) === 0) await put(page.id, page.scope)
      const isGranted = round % 2 === 0
      await worlds.grant(isGranted)
      for (const { name, here, there } of worlds.sides(isGranted)) {
        for (let page = 0; page < 12; page += 1) {
          const expected = await near(there, vectorOf(page))
          assert.deepEqual(await near(here, vectorOf(page)), expected, name)
          found += expected.length
        }
      }
    }
    assert.ok(found > 500, `only ${found} pages`)
    await memory.close()
  })

  it('answers an outsider as if the secret section did not exist', async () => {
    const worlds = await Worlds.create(quire, newId())
    for (let count = 0; count < 60; count += 1) {
      const scope = scopes[count % 3] ?? 'open'
      await worlds.add(scope, text(scope))
    }
    const provider = await startEmbeddingServer(bagOfWords(257))
    const jobs = runJobs(quire)
    const [here = '', there = ''] = worlds.workspaceIds
    for (const workspaceId of [here, there]) {
      await setModel({ ...quire, workspaceId }, { baseUrl: provider.baseUrl })
      await untilStatus({ ...quire, workspaceId }, isReady)
    }
    const [outsider] = worlds.sides(true)
    assert.ok(outsider)
    const ask = async (viewer: Viewer, query: string) => {
      const model = await quire.app.semantic.search.model(viewer.workspaceId)
      assert.ok(model)
      const semantic = await quire.app.semantic.search.find(viewer, model, query)
      const hits = await searchPages({ ...quire.app, viewer }, { query, k: 10 })
      return { semantic, hits: hits.map((hit) => ({ ...hit, workspaceId: '' })) }
    }
    for (let count = 0; count < 30; count += 1) {
      const query = `w${random(60)} ${count % 2 === 0 ? 'w' : 'z'}${random(60)} the`
      const expected = await ask(outsider.there, query)
      assert.ok((expected.semantic?.pages.length ?? 0) > 0)
      assert.deepEqual(await ask(outsider.here, query), expected, query)
    }
    assert.deepEqual(jobs.faults, [])
    await jobs.stop()
    await provider.close()
  })
})
