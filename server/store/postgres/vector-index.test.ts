import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { dimensions, startVectorIndex, vectorOf } from '../../../test/support/vectors.ts'
import { newId } from '../../lib/ids.ts'

describe('VectorIndex', () => {
  let pgvector: Awaited<ReturnType<typeof startVectorIndex>>
  before(async () => {
    pgvector = await startVectorIndex()
  })
  after(() => pgvector.close())

  const newBuild = () => ({ workspaceId: newId(), modelId: newId() })
  const chunks = (count: number, turn = 0) =>
    Array.from({ length: count }, (_, index) => {
      return { chunk: index + 1 + turn, pageId: `p${index}`, vector: vectorOf(index, turn) }
    })
  /** Ready up to its last chunk. */
  async function fill(count: number) {
    const build = newBuild()
    const from = await pgvector.index.begin(build)
    await pgvector.index.put(build, { from, to: count, gone: [], chunks: chunks(count) })
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
    assert.equal((await pgvector.index.nearest(build, vectorOf(1), 9)).length, 3)
  })

  it('gives the nearest of one build, best first, by its own graph', async () => {
    const [build, other] = [await fill(30), await fill(20)]
    const found = await pgvector.index.nearest(build, vectorOf(7), 4)
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
    const found = await pgvector.index.nearest(build, vectorOf(2), 20)
    assert.deepEqual(
      found.filter(({ pageId }) => /^p[23]$/.test(pageId)).map(({ chunk }) => chunk),
      [33],
    )
    assert.equal(await pgvector.index.readyTo(build), 40)
  })

  it('drops all of a build, and nothing of others', async () => {
    const [build, other] = [await fill(5), await fill(5)]
    await pgvector.index.drop(build)
    await pgvector.index.drop(build)
    assert.equal(await pgvector.index.readyTo(build), undefined)
    assert.deepEqual(await pgvector.index.nearest(build, vectorOf(1), 5), [])
    assert.equal((await pgvector.index.nearest(other, vectorOf(1), 5)).length, 5)
  })
})
