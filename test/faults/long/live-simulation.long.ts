import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { sampleBoard, samplePage } from '../../live/simulation/sample-page.ts'
import { simulate } from '../../live/simulation/simulate.ts'
import type { Summary } from '../../live/simulation/summary.ts'
import { samplePlan } from '../../live/simulation/token-writers.ts'

const runs = Number(process.env['QUIRE_RUNS'] ?? 1000)
const firstSeed = Number(process.env['QUIRE_SEED'] ?? 1_000_000)

const settings = [
  { name: '2 writers', writers: 2, offline: 1, page: samplePage },
  { name: '5 writers', writers: 5, offline: 2, page: samplePage },
  { name: '20 writers', writers: 20, offline: 3, page: samplePage },
  { name: '5 writers of a board', writers: 5, offline: 2, page: sampleBoard },
  {
    name: '5 writers, and programs that replace numbers and dates',
    writers: 5,
    offline: 2,
    page: samplePlan,
    replacesTokens: true,
  },
  {
    name: '3 writers who create blocks',
    writers: 3,
    offline: 1,
    page: samplePage,
    createsBlocks: true,
  },
]

/** A letter counts as doubled unless two people moved it or brought it back by undo. */
type Totals = Record<
  | 'letters'
  | 'batches'
  | 'lost'
  | 'doubled'
  | 'rewrittenTwice'
  | 'invalid'
  | 'differing'
  | 'uneven'
  | 'errors'
  | 'replaced'
  | 'refused'
  | 'unknownTokens',
  number
>

describe('random writers of one page, and a program', () => {
  for (const { name, ...setting } of settings) {
    it(`lose nothing in ${runs} runs: ${name}`, (t) => {
      const totals = emptyTotals()
      const faulty: number[] = []
      for (let seed = firstSeed; seed < firstSeed + runs; seed += 1) {
        const page = setting.page()
        const result = simulate({ ...setting, page, seed, seconds: 20, hasAgent: true })
        if (add(totals, result)) faulty.push(seed)
      }
      t.diagnostic(JSON.stringify(totals))
      assert.deepEqual(faulty, [], 'seeds of runs with a fault')
    })
  }
})

function emptyTotals(): Totals {
  return {
    letters: 0,
    batches: 0,
    lost: 0,
    doubled: 0,
    rewrittenTwice: 0,
    invalid: 0,
    differing: 0,
    uneven: 0,
    errors: 0,
    replaced: 0,
    refused: 0,
    unknownTokens: 0,
  }
}

const faultNames = [
  'lost',
  'doubled',
  'invalid',
  'differing',
  'uneven',
  'errors',
  'unknownTokens',
] as const

/** Whether the run had a fault. */
function add(totals: Totals, result: Summary): boolean {
  const faults = {
    lost: result.lost.length,
    doubled: result.twice.length,
    invalid: result.isValid ? 0 : 1,
    differing: result.differing,
    uneven: result.unevenTables,
    errors: result.errors.length + result.refusals.length,
    unknownTokens: result.unknownTokens.length,
  }
  totals.letters += result.typed
  totals.batches += result.batches
  totals.rewrittenTwice += result.rewrittenTwice.length
  totals.replaced += result.replaced.written
  totals.refused += result.replaced.refused
  for (const name of faultNames) totals[name] += faults[name]
  return Object.values(faults).some((count) => count > 0)
}
