import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { drain } from '../../../test/support/processes/steps.ts'
import { AppError } from '../../lib/errors.ts'
import { blockSteps, parsedUnitsPerStep } from './block-texts.ts'

const blocksOf = (count: number, text: string) =>
  Array.from({ length: count }, (_, index) => ({ number: index + 1, text: `${index} ${text}` }))

describe('the texts of a stored body', () => {
  it('are refused where they cannot be read, in any step', () => {
    const json = JSON.stringify(blocksOf(100, 'word '.repeat(1000)))
    for (const broken of ['', '[{]', `${json.slice(0, -20)}]`, json.replace('"text"', '"words"')]) {
      assert.throws(() => drain(blockSteps(broken, 'a')), AppError)
    }
  })

  it('are read at once where they are short', () => {
    for (const blocks of [[], blocksOf(1, ''), blocksOf(20, 'A "quoted" text')]) {
      const { result, steps } = drain(blockSteps(JSON.stringify(blocks), 'a'))
      assert.deepEqual(result, blocks)
      assert.equal(steps, 0)
    }
  })

  it('are the same when they are read in steps of so many units, whatever they quote', () => {
    for (const text of [
      'words '.repeat(200),
      '},{"number":7,"text":"quoted"},{"number":8 '.repeat(40),
    ]) {
      const blocks = blocksOf(1000, text)
      const json = JSON.stringify(blocks)
      const { result, steps } = drain(blockSteps(json, 'a'))
      assert.deepEqual(result, blocks)
      const expected = json.length / parsedUnitsPerStep
      assert.ok(steps > expected - 2 && steps <= expected + 1, `${steps} of ${expected}`)
    }
  })
})
