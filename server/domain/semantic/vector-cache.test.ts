import assert from 'node:assert/strict'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, describe, it } from 'node:test'
import { addBuild, buildAt, putVectors, vectorOf } from '../../../test/support/vectors.ts'
import { connectStore, type embeddings, type Store, systemViewer } from '../../store/index.ts'
import { nearestPages } from './nearest-pages.ts'
import { toBytes, toFloats, VectorMemory } from './vector-cache.ts'

describe('VectorMemory', () => {
  let folder = ''
  let store: Store
  before(async () => {
    folder = await mkdtemp(join(tmpdir(), 'quire-vectors-'))
    store = await connectStore({ dataFolder: folder })
  })
  after(async () => {
    await store.close()
    await rm(folder, { recursive: true, force: true })
  })

  const nearest = async (memory: VectorMemory, build: embeddings.Build, query: Float32Array) =>
    (
      await nearestPages(
        { store, memory, viewer: systemViewer(build.workspaceId) },
        await buildAt(store, build),
        query,
        5,
      )
    ).map(({ pageId }) => pageId)

  it('refuses what does not fit, and goes on with what does', async () => {
    const [large, small] = [await addBuild(store), await addBuild(store)]
    for (let page = 0; page < 40; page += 1)
      await putVectors(store, large, `p${page}`, vectorOf(page))
    await putVectors(store, small, 'only', vectorOf(1))
    const memory = new VectorMemory(store, 72_000)
    await assert.rejects(nearest(memory, large, vectorOf(1)), { code: 'BUSY' })
    await assert.rejects(nearest(memory, large, vectorOf(1)), { code: 'BUSY' })
    assert.deepEqual(await nearest(memory, small, vectorOf(1)), ['only'])
    await memory.close()
  })

  it('follows every change that any process makes', async () => {
    const build = await addBuild(store)
    const [one, other] = [new VectorMemory(store, 1e8), new VectorMemory(store, 1e8)]
    for (let page = 0; page < 30; page += 1)
      await putVectors(store, build, `p${page}`, vectorOf(page))
    assert.equal((await nearest(one, build, vectorOf(3)))[0], 'p3')
    await putVectors(store, build, 'p3', vectorOf(4, 1))
    await putVectors(store, build, 'p5')
    await putVectors(store, build, 'new', vectorOf(5), vectorOf(6))
    for (const memory of [one, other]) {
      assert.notEqual((await nearest(memory, build, vectorOf(3)))[0], 'p3')
      assert.equal((await nearest(memory, build, vectorOf(4, 1)))[0], 'p3')
      assert.equal((await nearest(memory, build, vectorOf(5)))[0], 'new')
      const ids = await nearest(memory, build, vectorOf(5))
      assert.ok(!ids.includes('p5') && new Set(ids).size === ids.length)
      await memory.close()
    }
  })

  it('holds the workspaces searched last, and loads the others again', async () => {
    const builds = [await addBuild(store), await addBuild(store), await addBuild(store)]
    for (const [index, build] of builds.entries())
      await putVectors(store, build, `of${index}`, vectorOf(index))
    // Room for two.
    const memory = new VectorMemory(store, 150_000)
    for (let round = 0; round < 3; round += 1) {
      for (const [index, build] of builds.entries()) {
        assert.deepEqual(await nearest(memory, build, vectorOf(index)), [`of${index}`])
      }
    }
    const loaded = builds.filter((build) => memory.pagesOf(build) > 0)
    assert.equal(loaded.length, 2)
    await memory.close()
  })

  it('answers many at once, and while pages change', async () => {
    const build = await addBuild(store)
    const memory = new VectorMemory(store, 1e8)
    for (let page = 0; page < 20; page += 1)
      await putVectors(store, build, `p${page}`, vectorOf(page))
    const searches = Array.from({ length: 60 }, async (_, count) => {
      if (count % 3 === 0) await putVectors(store, build, `later${count}`, vectorOf(count + 21, 2))
      return nearest(memory, build, vectorOf(count % 20))
    })
    for (const ids of await Promise.all(searches)) assert.equal(new Set(ids).size, 5)
    await memory.close()
  })

  it('says the score and the block of the best chunk of a page', async () => {
    const build = await addBuild(store)
    const memory = new VectorMemory(store, 1e8)
    await putVectors(store, build, 'page', vectorOf(1), vectorOf(2), vectorOf(3))
    const [near, ...more] = await nearestPages(
      { store, memory, viewer: systemViewer(build.workspaceId) },
      await buildAt(store, build),
      vectorOf(2),
      5,
    )
    assert.deepEqual([near?.pageId, near?.block, more.length], ['page', 2, 0])
    assert.ok(Math.abs((near?.score ?? 0) - 1) < 1e-6)
    await memory.close()
  })
})

describe('toFloats', () => {
  it('reads numbers back, wherever they stand in memory', () => {
    const bytes = toBytes(Float32Array.from([0.5, -2, 1e-20]))
    const shifted = new Uint8Array(bytes.length + 3)
    shifted.set(bytes, 3)
    for (const found of [bytes, shifted.subarray(3)]) {
      assert.deepEqual([...toFloats(found)], [0.5, -2, Math.fround(1e-20)])
    }
  })
})
