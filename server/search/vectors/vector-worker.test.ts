import assert from 'node:assert/strict'
import { after, describe, it } from 'node:test'
import { VectorWorker } from './vector-worker.ts'

const internal = { code: 'INTERNAL' }
const rowsOf = (...vectors: number[][]) => ({
  vectors: Float32Array.from(vectors.flat()),
  chunks: Float64Array.from(vectors.keys()),
  pages: Uint32Array.from(vectors.keys(), (row) => row + 10),
})

describe('VectorWorker', () => {
  const worker = new VectorWorker()
  after(() => worker.stop())

  it('refuses to search a matrix that was never opened or is closed', async () => {
    const query = Float32Array.from([1, 0])
    await assert.rejects(worker.search(999, query, 1), internal)
    const matrix = await worker.open(2)
    worker.close(matrix)
    await assert.rejects(worker.search(matrix, query, 1), internal)
  })

  it('finds rows with their chunks and pages, best first', async () => {
    const matrix = await worker.open(2)
    await worker.append(matrix, rowsOf([1, 0], [0, 1], [0.5, 0.5]))
    const { chunks, pages, scores } = await worker.search(matrix, Float32Array.from([1, 0]), 2)
    assert.deepEqual([...chunks], [0, 2])
    assert.deepEqual([...pages], [10, 12])
    assert.ok((scores[0] ?? 0) > (scores[1] ?? 0))
  })

  it('keeps matrices apart, and says how many rows a removal leaves', async () => {
    const [one, other] = await Promise.all([worker.open(2), worker.open(3)])
    assert.notEqual(one, other)
    await worker.append(one, rowsOf([1, 0], [0, 1]))
    await worker.append(other, rowsOf([1, 0, 0]))
    assert.equal(await worker.remove(one, [10, 99]), 1)
    assert.equal(await worker.remove(other, []), 1)
    const found = await worker.search(one, Float32Array.from([1, 1]), 5)
    assert.deepEqual([...found.pages], [11])
  })

  it('takes over the vectors it is given', async () => {
    const rows = rowsOf([1, 0])
    await worker.append(await worker.open(2), rows)
    assert.equal(rows.vectors.length, 0)
  })

  it('loses its matrices with its thread, says so, and starts anew', async () => {
    const dying = new VectorWorker()
    const matrix = await dying.open(2)
    await dying.append(matrix, rowsOf([1, 0]))
    const life = dying.life
    const asked = Array.from({ length: 50 }, () => dying.remove(matrix, []))
    await dying.stop()
    // Each was answered before the end, or told of it; none waits for ever.
    assert.equal((await Promise.allSettled(asked)).length, 50)
    assert.notEqual(dying.life, life)
    await assert.rejects(dying.search(matrix, Float32Array.from([1, 0]), 1), internal)
    const anew = await dying.open(2)
    await dying.append(anew, rowsOf([0, 1]))
    assert.equal((await dying.search(anew, Float32Array.from([0, 1]), 1)).chunks.length, 1)
    await dying.stop()
  })

  it('stops before it has started', async () => {
    const idle = new VectorWorker()
    idle.close(1)
    await idle.stop()
    assert.equal(idle.life, 0)
  })
})
