import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { dimensions, startVectorIndex, vectorOf } from '../../../test/support/vectors.ts'
import { newId } from '../../lib/ids.ts'
import { publicViewer, systemViewer } from '../rights/viewer.ts'

describe('VectorIndex', () => {
  let pgvector: Awaited<ReturnType<typeof startVectorIndex>>
  before(async () => {
    pgvector = await startVectorIndex()
  })
  after(() => pgvector.close())

  /** Of all directions, without two that are the same. */
  function denseVector(seed: number): Float32Array {
    let state = seed + 1
    return Float32Array.from({ length: dimensions }, () => {
      state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0
      return state / 2 ** 31 - 1
    })
  }
  const newBuild = () => ({ workspaceId: newId(), modelId: newId() })
  const chunks = (count: number, turn = 0) =>
    Array.from({ length: count }, (_, index) => {
      return { chunk: index + 1 + turn, pageId: `p${index}`, vector: vectorOf(index, turn) }
    })
  /** Ready up to its last chunk. */
  async function fill(count: number, filled = chunks(count)) {
    const build = newBuild()
    const from = await pgvector.index.begin(build)
    await pgvector.index.put(build, { from, to: count, gone: [], chunks: filled })
    await pgvector.index.finish(build, dimensions)
    return { ...build, dimensions }
  }

  it('does not answer before it is finished', async () => {
    const build = newBuild()
    assert.equal(await pgvector.index.begin(build), 0)
    assert.equal(await pgvector.index.readyTo(build), undefined)
    await pgvector.index.finish(build, dimensions)
    assert.equal(await pgvector.index.readyTo(build), 0)
  })

  it('takes nothing of a process that was overtaken', async () => {
    const build = await fill(3)
    const late = { from: 2, to: 9, gone: ['p1'], chunks: chunks(1, 8) }
    assert.equal(await pgvector.index.put(build, late), false)
    assert.equal(await pgvector.index.readyTo(build), 3)
    assert.equal(
      (
        await pgvector.index.nearest(build, vectorOf(1), {
          viewer: systemViewer(build.workspaceId),
          limit: 9,
        })
      ).length,
      3,
    )
  })

  it('gives the nearest of one build, best first, by its own graph', async () => {
    const [build, other] = [await fill(30), await fill(20)]
    const found = await pgvector.index.nearest(build, vectorOf(7), {
      viewer: systemViewer(build.workspaceId),
      limit: 4,
    })
    assert.deepEqual([found.length, found[0]?.pageId, found[0]?.chunk], [4, 'p7', 8])
    assert.ok(found.every(({ score }, index) => score <= (found[index - 1]?.score ?? 2)))
    assert.ok(Math.abs((found[0]?.score ?? 0) - 1) < 1e-3)
    const way = await pgvector.explain(
      `select chunk from embedding_index_chunks where workspace_id = '${other.workspaceId}'
       and model_id = '${other.modelId}'
       order by vector::halfvec(${dimensions}) <#> '[${vectorOf(1).join()}]' limit 5`,
    )
    assert.match(way, new RegExp(`embedding_index_${other.modelId.replaceAll('-', '')}`))
  })

  it('leaves out pages that are written anew, and takes in what is new of them', async () => {
    const build = await fill(10)
    const change = { from: 10, to: 40, gone: ['p2', 'p3'], chunks: chunks(3, 30).slice(2) }
    assert.equal(await pgvector.index.put(build, change), true)
    const found = await pgvector.index.nearest(build, vectorOf(2), {
      viewer: systemViewer(build.workspaceId),
      limit: 20,
    })
    assert.deepEqual(
      found.filter(({ pageId }) => /^p[23]$/.test(pageId)).map(({ chunk }) => chunk),
      [33],
    )
    assert.equal(await pgvector.index.readyTo(build), 40)
  })

  it('gives only chunks of pages that the viewer can read, as many as were asked for', async () => {
    await pgvector.run(`
      create table pages (workspace_id text, id text, section_id text);
      create table section_access (workspace_id text, section_id text, principal_id text, level int);
      create table group_members (workspace_id text, user_id text, group_id text);`)
    const dense = chunks(900).map((chunk) => ({ ...chunk, vector: denseVector(chunk.chunk) }))
    const build = await fill(900, dense)
    const { workspaceId } = build
    await pgvector.run(`
      insert into pages select '${workspaceId}', 'p' || n, case when n % 30 <> 7 then 'secret'
        when n > 800 then 'shared' end from generate_series(0, 899) n;
      insert into section_access values ('${workspaceId}', 'shared', 'g', 1), ('${workspaceId}', 'secret', 'u', 1);
      insert into group_members values ('${workspaceId}', 'guest', 'g')`)
    const ofViewer = async (viewerId: string, everyoneId: string, limit: number) => {
      const viewer = { ...publicViewer(workspaceId), viewerId, everyoneId }
      const found = await pgvector.index.nearest(build, denseVector(7), { viewer, limit })
      return found.map(({ pageId }) => Number(pageId.slice(1)))
    }
    const isOpen = (page: number) => page % 30 === 7 && page <= 800
    const open = await ofViewer('nobody', workspaceId, 20)
    assert.equal(open.length, 20)
    assert.deepEqual(open.filter(isOpen), open)
    assert.deepEqual(new Set(await ofViewer('guest', '', 20)), new Set([817, 847, 877]))
    assert.deepEqual(await ofViewer('nobody', '', 20), [])
    assert.ok((await ofViewer('u', workspaceId, 100)).some((page) => page % 30 !== 7))
  })

  it('drops all of a build, and nothing of others', async () => {
    const [build, other] = [await fill(5), await fill(5)]
    await pgvector.index.drop(build)
    await pgvector.index.drop(build)
    assert.equal(await pgvector.index.readyTo(build), undefined)
    assert.deepEqual(
      await pgvector.index.nearest(build, vectorOf(1), {
        viewer: systemViewer(build.workspaceId),
        limit: 5,
      }),
      [],
    )
    assert.equal(
      (
        await pgvector.index.nearest(other, vectorOf(1), {
          viewer: systemViewer(other.workspaceId),
          limit: 5,
        })
      ).length,
      5,
    )
  })
})
