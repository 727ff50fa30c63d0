import { describe, it } from 'node:test'
import { checkWords } from '../../../test/support/reverts/word-laws.ts'

/** `test/faults/long/reverts.long.ts` has 1,000. */
const seeds = 60

describe('the revert of random changes of words, numbers and dates', () => {
  it('leaves each word to its last writer and lists those that others corrected', () => {
    for (let seed = 1; seed <= seeds; seed += 1) checkWords(seed)
  })
})
