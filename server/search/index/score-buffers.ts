import { Postings } from './postings.ts'

/** Room to count in, kept between searches: a megabyte each time would keep the garbage collector busy. */
export type ScoreBuffers = { scores: Float64Array; postings: Postings }

const maxSpare = 8
const spare: ScoreBuffers[] = []

/** Room for so many documents, their scores at zero. */
export function takeBuffers(documents: number): ScoreBuffers {
  const buffers = spare.pop()
  if (buffers === undefined || buffers.scores.length < documents) {
    const scores = new Float64Array(Math.ceil(documents * 1.2))
    return { scores, postings: buffers?.postings ?? new Postings() }
  }
  buffers.scores.fill(0, 0, documents)
  return buffers
}

export function returnBuffers(buffers: ScoreBuffers): void {
  if (spare.length < maxSpare) spare.push(buffers)
}
