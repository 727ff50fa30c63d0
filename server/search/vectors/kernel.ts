import {
  add,
  addLanes,
  assemble,
  branchIf,
  type Code,
  constant,
  dot16,
  get,
  lessUnsigned,
  load8x8,
  loadVector,
  loop,
  set,
  shuffle,
  storeVector,
  tee,
  v128,
  zeroVector,
} from './assemble.ts'

/** Rows scored in one round, sharing what is loaded of the query. */
export const rowsAtOnce = 4
/** Numbers taken in one step: a row is padded with zeros to a multiple of it. */
export const lane = 16

/**
 * run(rows, end, size, query, scores): the products of every row of `size` signed bytes from `rows` to `end`
 * with a query of 16-bit numbers, as 32-bit sums to `scores`. Rows come in fours. Memory is the limit: four
 * rows at once leave the query in registers, and each load widens 8 bytes as it goes.
 */
const [rows, end, size, query, scores] = [0, 1, 2, 3, 4]
const [place, other, stop] = [5, 6, 7]
const [second, third, fourth] = [8, 9, 10]
const sums = [11, 12, 13, 14]
const part = 15

const locals: Code = [2, 6, 0x7f, 5, v128]

/** Adds the products of 8 numbers of a row with 8 of the query, which stands in `part`. */
const addProducts = (sum: number, row: number, offset: number): Code => [
  [get(sum), get(row), get(place), add, load8x8(offset)],
  [get(part), dot16, addLanes, set(sum)],
]

const step = (offset: number): Code => [
  [get(query), get(other), add, loadVector(offset * 2), set(part)],
  [rows, second, third, fourth].map((row, at) => addProducts(sums[at] ?? 0, row, offset)),
]

/** Lanes of two vectors in turn: (a0 b0 a1 b1), and (a2 b2 a3 b3). */
const interleaveLow = shuffle(0, 1, 2, 3, 16, 17, 18, 19, 4, 5, 6, 7, 20, 21, 22, 23)
const interleaveHigh = shuffle(8, 9, 10, 11, 24, 25, 26, 27, 12, 13, 14, 15, 28, 29, 30, 31)
const lowHalves = shuffle(0, 1, 2, 3, 4, 5, 6, 7, 16, 17, 18, 19, 20, 21, 22, 23)
const highHalves = shuffle(8, 9, 10, 11, 12, 13, 14, 15, 24, 25, 26, 27, 28, 29, 30, 31)

/** Lanes 0 and 2, 1 and 3 of two sums at once: (a02 b02 a13 b13). */
const foldPair = (a: number, b: number): Code => [
  [get(a), get(b), interleaveLow],
  [get(a), get(b), interleaveHigh, addLanes],
]

/** The four sums, each folded to one number, as one vector. */
const foldSums: Code = [
  [foldPair(11, 12), set(11), foldPair(13, 14), set(12)],
  [get(11), get(12), lowHalves],
  [get(11), get(12), highHalves, addLanes],
]

const body: Code = [
  loop(
    [get(rows), get(size), add, tee(second), get(size), add, tee(third)],
    [get(size), add, set(fourth)],
    sums.map((sum) => [zeroVector, set(sum)]),
    [constant(0), set(place), constant(0), set(other), get(size), set(stop)],
    loop(
      [step(0), step(8)],
      [get(other), constant(lane * 2), add, set(other)],
      [get(place), constant(lane), add, tee(place), get(stop), lessUnsigned, branchIf(0)],
    ),
    [get(scores), foldSums, storeVector],
    [get(scores), constant(16), add, set(scores)],
    [get(fourth), get(size), add, tee(rows), get(end), lessUnsigned, branchIf(0)],
  ),
]

export const kernel = assemble(5, locals, body)
