import { once } from 'node:events'
import { Worker } from 'node:worker_threads'
import type { Question } from './password-strength-worker.ts'

/** What comes after these makes no password weak: the time it takes grows with the square of the length. */
const maxScoredLength = 48
const maxWords = 40

let last: Promise<unknown> = Promise.resolve()

/**
 * How hard a password is to guess, from 0 to 4. The words are those that are closest at hand for its person. A
 * worker that lives for this one answer works it out, one after the other: the word lists take some 40 MB, and
 * a hostile password 0.3 s.
 */
export function scorePassword(password: string, words: readonly string[]): Promise<number> {
  const question: Question = {
    password: password.slice(0, maxScoredLength),
    words: words.slice(0, maxWords).map((word) => word.slice(0, maxScoredLength)),
  }
  const answer = last.then(() => ask(question))
  last = answer.catch(() => undefined)
  return answer
}

async function ask(workerData: Question): Promise<number> {
  const worker = new Worker(new URL('./password-strength-worker.ts', import.meta.url), {
    workerData,
  })
  try {
    // SAFETY: the worker sends one number and nothing else.
    const [score] = (await once(worker, 'message')) as [number]
    return score
  } finally {
    await worker.terminate()
  }
}
