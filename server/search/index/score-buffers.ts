import { Postings } from './postings.ts'

/** Room to count in, kept between searches: a megabyte each time would keep the garbage collector busy. */
export type ScoreBuffers = {
  /** By document; zero for those that `scored` lacks. */
  scores: Float64Array
  /** The documents with a score, in no order. */
  scored: Int32Array
  /** Zeros between two uses. */
  sums: Int32Array
  postings: Postings
}

const maxSpare = 8
const spare: ScoreBuffers[] = []

/** Room for so many documents, their scores at zero. */
export function takeBuffers(documents: number): ScoreBuffers {
  const buffers = spare.pop()
  if (buffers !== undefined && buffers.scores.length >= documents) return buffers
  const capacity = Math.ceil(documents * 1.2)
  return {
    scores: new Float64Array(capacity),
    scored: new Int32Array(capacity),
    sums: new Int32Array(capacity),
    postings: buffers?.postings ?? new Postings(),
  }
}

/** Takes back the buffers of a search that gave a score to so many documents. */
export function returnBuffers(buffers: ScoreBuffers, count: number): void {
  if (spare.length === maxSpare) return
  const { scores, scored } = buffers
  // To clear all is one copy of memory: faster, unless few have a score.
  if (count * 8 > scores.length) scores.fill(0)
  else for (let index = 0; index < count; index += 1) scores[scored[index] ?? 0] = 0
  spare.push(buffers)
}
