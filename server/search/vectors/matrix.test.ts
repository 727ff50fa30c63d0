import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import fc from 'fast-check'
import { Matrix, maxDimensions } from './matrix.ts'

function random(seed: number): () => number {
  let state = seed >>> 0
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0
    return state / 2 ** 31 - 1
  }
}

function vectorsOf(count: number, dimensions: number, seed: number): Float32Array {
  const next = random(seed)
  return Float32Array.from({ length: count * dimensions }, next)
}

/** Every row's exact product with the query. */
function products(rows: Float32Array, query: Float32Array): number[] {
  const count = rows.length / query.length
  return Array.from({ length: count }, (_, row) =>
    query.reduce((sum, value, index) => sum + value * (rows[row * query.length + index] ?? 0), 0),
  )
}

function fill(matrix: Matrix, rows: Float32Array, dimensions: number, from = 0): void {
  const count = rows.length / dimensions
  matrix.append(
    rows,
    Float64Array.from({ length: count }, (_, row) => from + row),
    Uint32Array.from({ length: count }, (_, row) => Math.floor((from + row) / 3)),
  )
}

describe('Matrix', () => {
  it('finds nothing in nothing', () => {
    const found = new Matrix(8).search(new Float32Array(8).fill(1), 5)
    assert.deepEqual([found.chunks.length, found.scores.length], [0, 0])
  })

  it('gives every row the product that arithmetic gives it, for any size and number of rows', () => {
    const sizes = [1, 3, 8, 15, 16, 17, 64, 100, 384, 1536, maxDimensions]
    fc.assert(
      fc.property(
        fc.constantFrom(...sizes),
        fc.integer({ min: 1, max: 70 }),
        fc.nat(),
        (dimensions, count, seed) => {
          const matrix = new Matrix(dimensions)
          const rows = vectorsOf(count, dimensions, seed)
          fill(matrix, rows, dimensions)
          const query = vectorsOf(1, dimensions, seed + 1)
          const exact = products(rows, query)
          const found = matrix.search(query, count)
          assert.equal(found.chunks.length, count)
          for (const [index, chunk] of found.chunks.entries()) {
            const error = Math.abs((found.scores[index] ?? 0) - (exact[chunk] ?? 0))
            // Rounding to bytes: a random walk of half a step per number.
            assert.ok(error <= 0.01 * Math.sqrt(dimensions) + 0.005, `${error} of ${dimensions}`)
          }
        },
      ),
      { numRuns: 60 },
    )
  })

  it('does not overflow where all numbers are as large as they can be', () => {
    for (const dimensions of [384, 1536, maxDimensions]) {
      const matrix = new Matrix(dimensions)
      const rows = new Float32Array(dimensions * 2).fill(1)
      rows.fill(-1, dimensions)
      fill(matrix, rows, dimensions)
      const found = matrix.search(new Float32Array(dimensions).fill(1), 2)
      assert.deepEqual([...found.chunks], [0, 1])
      assert.ok(Math.abs((found.scores[0] ?? 0) - dimensions) < dimensions / 50)
      assert.ok(Math.abs((found.scores[1] ?? 0) + dimensions) < dimensions / 50)
    }
  })

  it('grows across blocks, and removes pages wherever they stand', () => {
    const dimensions = 24
    const matrix = new Matrix(dimensions)
    const rows = vectorsOf(9000, dimensions, 7)
    for (let start = 0; start < 9000; start += 1000) {
      fill(
        matrix,
        rows.subarray(start * dimensions, (start + 1000) * dimensions),
        dimensions,
        start,
      )
    }
    const gone = new Set(
      Array.from({ length: 3000 }, (_, page) => page).filter((page) => page % 7 < 3),
    )
    matrix.remove(gone)
    const query = vectorsOf(1, dimensions, 8)
    const exact = products(rows, query)
      .map((score, chunk) => ({ score, chunk }))
      .filter(({ chunk }) => !gone.has(Math.floor(chunk / 3)))
      .sort((a, b) => b.score - a.score)
    const found = matrix.search(query, 50)
    assert.equal(matrix.count, exact.length)
    const top = new Set(found.chunks)
    assert.ok(exact.slice(0, 20).every(({ chunk }) => top.has(chunk)))
    for (const [index, page] of found.pages.entries()) {
      assert.equal(page, Math.floor((found.chunks[index] ?? 0) / 3))
    }
    assert.deepEqual(
      [...found.scores],
      [...found.scores].sort((a, b) => b - a),
    )
  })

  it('tells rows of different length apart by their own scale', () => {
    const matrix = new Matrix(2)
    fill(matrix, Float32Array.from([0.001, 0, 1, 0, 0, 0]), 2)
    const found = matrix.search(Float32Array.from([1, 0]), 3)
    assert.deepEqual([...found.chunks], [1, 0, 2])
  })
})
