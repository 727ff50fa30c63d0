import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { VectorWorker } from './vector-worker.ts'

const rows = (count: number, first = 0) => ({
  vectors: Float32Array.from({ length: count * 2 }, (_, at) =>
    at % 2 === 0 ? 1 : (at + first) / 50,
  ),
  chunks: Float64Array.from({ length: count }, (_, at) => first + at),
  pages: Uint32Array.from({ length: count }, (_, at) => first + at),
})

describe('VectorWorker', () => {
  it('refuses to search what is not there', async () => {
    const worker = new VectorWorker()
    await assert.rejects(worker.search(7, new Float32Array(2), 1), { code: 'INTERNAL' })
    const matrix = await worker.open(2)
    await worker.append(matrix, rows(3))
    worker.close(matrix)
    await assert.rejects(worker.search(matrix, new Float32Array(2), 1), { code: 'INTERNAL' })
    await worker.stop()
  })

  it('keeps matrices apart, and answers in the order of the questions', async () => {
    const worker = new VectorWorker()
    const [one, other] = [await worker.open(2), await worker.open(2)]
    const query = Float32Array.from([0, 1])
    await Promise.all([worker.append(one, rows(5)), worker.append(other, rows(5, 100))])
    const [before, left, after] = await Promise.all([
      worker.search(one, query, 2),
      worker.remove(one, [4, 99]),
      worker.search(one, query, 2),
    ])
    assert.deepEqual([...before.chunks], [4, 3])
    assert.equal(left, 4)
    assert.deepEqual([...after.chunks], [3, 2])
    assert.deepEqual([...(await worker.search(other, query, 1)).chunks], [104])
    await worker.stop()
  })

  it('tells of the loss of its thread, and starts another', async () => {
    const worker = new VectorWorker()
    const matrix = await worker.open(2)
    await worker.append(matrix, rows(2))
    const { life } = worker
    const pending = worker.search(matrix, Float32Array.from([1, 0]), 1)
    await Promise.all([assert.rejects(pending, { code: 'INTERNAL' }), worker.stop()])
    assert.notEqual(worker.life, life)
    const next = await worker.open(2)
    await worker.append(next, rows(2))
    assert.equal((await worker.search(next, Float32Array.from([1, 0]), 2)).chunks.length, 2)
    await worker.stop()
  })
})
