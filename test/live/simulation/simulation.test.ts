import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { sampleBoard, samplePage } from './sample-page.ts'
import { simulate } from './simulate.ts'
import { samplePlan } from './token-writers.ts'

/** `npm run test:long` makes 1,000 runs of each. */
const settings = [
  { name: '2 writers', writers: 2, offline: 1, runs: 15, page: samplePage },
  { name: '5 writers', writers: 5, offline: 2, runs: 8, page: samplePage },
  { name: '20 writers', writers: 20, offline: 3, runs: 1, page: samplePage },
  { name: '5 writers of a board', writers: 5, offline: 2, runs: 6, page: sampleBoard },
  {
    name: '3 writers who create blocks',
    writers: 3,
    offline: 1,
    runs: 8,
    page: samplePage,
    createsBlocks: true,
  },
  {
    name: '5 writers, and programs that replace numbers and dates',
    writers: 5,
    offline: 2,
    runs: 8,
    page: samplePlan,
    replacesTokens: true,
  },
  // A step whose redone form has other ranges, which once left a selection without a position.
  {
    name: '5 writers of a list that others take apart',
    writers: 5,
    offline: 2,
    firstSeed: 4_000_203,
    runs: 1,
    page: samplePage,
  },
]

describe('random writers of one page, and a program', () => {
  for (const { name, runs, firstSeed = 1, ...setting } of settings) {
    it(`lose nothing: ${name}`, () => {
      for (let seed = firstSeed; seed < firstSeed + runs; seed += 1) {
        const result = simulate({
          ...setting,
          page: setting.page(),
          seed,
          seconds: 20,
          hasAgent: true,
        })
        const { typed, deleted, retained, batches, rewrittenTwice, replaced, ...faults } = result
        assert.ok(typed > 0 && batches > 0 && deleted >= 0 && retained >= 0)
        assert.ok(rewrittenTwice.length <= typed)
        assert.equal(replaced.written > 0, 'replacesTokens' in setting)
        assert.deepEqual(faults, {
          seed,
          lost: '',
          twice: '',
          isValid: true,
          differing: 0,
          unevenTables: 0,
          refusals: [],
          errors: [],
          unknownTokens: [],
        })
      }
    })
  }
})
