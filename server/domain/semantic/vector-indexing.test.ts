import assert from 'node:assert/strict'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, describe, it } from 'node:test'
import {
  addBuild,
  buildAt,
  putVectors,
  startVectorIndex,
  vectorOf,
} from '../../../test/support/vectors.ts'
import {
  connectStore,
  type embeddings,
  type Store,
  vectors,
  systemViewer,
} from '../../store/index.ts'
import { nearestPages } from './nearest-pages.ts'
import { VectorMemory } from './vector-cache.ts'
import { indexVectors } from './vector-indexing.ts'

const never = new AbortController().signal

describe('indexVectors', () => {
  let folder: string
  let store: Store
  let pgvector: Awaited<ReturnType<typeof startVectorIndex>>
  let memory: VectorMemory
  before(async () => {
    folder = await mkdtemp(join(tmpdir(), 'quire-vectors-'))
    pgvector = await startVectorIndex()
    store = { ...(await connectStore({ dataFolder: folder })), vectorIndex: pgvector.index }
    // Room for a few of the vectors below.
    memory = new VectorMemory(store, 1000)
  })
  after(async () => {
    await memory.close()
    await store.close()
    await pgvector.close()
    await rm(folder, { recursive: true, force: true })
  })

  const sourcesOf = ({ workspaceId }: embeddings.Build) => ({
    store,
    memory,
    viewer: systemViewer(workspaceId),
  })
  const bring = async (build: embeddings.Build, signal = never) =>
    indexVectors({ store, memory }, await buildAt(store, build), signal)
  const nearest = async (build: embeddings.Build, query: Float32Array) => {
    const found = await nearestPages(sourcesOf(build), await buildAt(store, build), query, 5)
    return found.map(({ pageId }) => pageId)
  }
  async function addLarge(): Promise<embeddings.Build> {
    const build = await addBuild(store)
    for (let page = 0; page < 40; page += 1) {
      await putVectors(store, build, `p${page}`, vectorOf(page))
    }
    return build
  }

  it('leaves to memory what memory can hold', async () => {
    const build = await addBuild(store)
    await putVectors(store, build, 'only', vectorOf(1))
    await bring(build)
    assert.equal(await pgvector.index.readyTo(build), undefined)
  })

  it('fills the index with what memory cannot hold, which answers then', async () => {
    const build = await addLarge()
    await assert.rejects(nearest(build, vectorOf(3)), { code: 'BUSY' })
    await bring(build)
    assert.equal((await nearest(build, vectorOf(3)))[0], 'p3')
    const [best] = await nearestPages(
      sourcesOf(build),
      await buildAt(store, build),
      vectorOf(31),
      5,
    )
    // The score is exact, though the index holds half of each number.
    assert.ok(Math.abs((best?.score ?? 0) - 1) < 1e-6)
    assert.equal(best?.block, 1)
  })

  it('sees every change at once, before the index does and after', async () => {
    const build = await addLarge()
    await bring(build)
    await putVectors(store, build, 'p3', vectorOf(4, 1))
    await putVectors(store, build, 'p5')
    await putVectors(store, build, 'new', vectorOf(5), vectorOf(6))
    for (const indexed of [false, true]) {
      if (indexed) await bring(build)
      assert.notEqual((await nearest(build, vectorOf(3)))[0], 'p3')
      assert.equal((await nearest(build, vectorOf(4, 1)))[0], 'p3')
      const ids = await nearest(build, vectorOf(5))
      assert.equal(ids[0], 'new')
      assert.ok(!ids.includes('p5') && new Set(ids).size === ids.length)
    }
    assert.equal(await pgvector.index.readyTo(build), (await buildAt(store, build)).sequence)
  })

  it('stops when the server does, and goes on from there', async () => {
    const build = await addLarge()
    await bring(build, AbortSignal.abort())
    assert.equal(await pgvector.index.readyTo(build), undefined)
    await bring(build)
    assert.equal((await nearest(build, vectorOf(7)))[0], 'p7')
  })

  it('drops the index of what fits into memory again', async () => {
    const build = await addLarge()
    await bring(build)
    while ((await store.transact((transaction) => vectors.clear(transaction, build, 39))) === 0);
    await bring(build)
    assert.equal(await pgvector.index.readyTo(build), undefined)
  })
})
