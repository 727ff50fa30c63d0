import { Postings } from './postings.ts'

/** Room to count in, kept between searches: a megabyte each time would keep the garbage collector busy. */
export type Scratch = { scores: Float64Array; postings: Postings }

const maxSpare = 8
const spare: Scratch[] = []

/** Room for so many documents, their scores at zero. */
export function takeScratch(documents: number): Scratch {
  const scratch = spare.pop()
  if (scratch === undefined || scratch.scores.length < documents) {
    const scores = new Float64Array(Math.ceil(documents * 1.2))
    return { scores, postings: scratch?.postings ?? new Postings() }
  }
  scratch.scores.fill(0, 0, documents)
  return scratch
}

export function giveBack(scratch: Scratch): void {
  if (spare.length < maxSpare) spare.push(scratch)
}
