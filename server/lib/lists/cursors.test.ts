import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { partOf, readPosition, writePosition } from './cursors.ts'

const id = '01890000-0000-7000-8000-000000000001'

describe('the cursor of a list', () => {
  it('is refused unless it is a number and an ID', () => {
    for (const cursor of [
      '',
      '5',
      id,
      `${id}.5`,
      `-1.${id}`,
      `1.5.${id}`,
      `1e3.${id}`,
      `1234567890123456.${id}`,
      `5.${id}.`,
      '5.other',
    ]) {
      assert.throws(() => readPosition(cursor), { code: 'VALIDATION_FAILED' }, cursor)
    }
  })

  it('is where the part before ended', () => {
    assert.equal(readPosition(undefined), undefined)
    for (const number of [0, 7, 999_999_999_999_999]) {
      assert.deepEqual(readPosition(writePosition({ number, id })), { number, id })
    }
  })

  it('comes with a part only if there is another', () => {
    assert.deepEqual(partOf([], 2, String), { shown: [], nextCursor: undefined })
    assert.deepEqual(partOf([1, 2], 2, String), { shown: [1, 2], nextCursor: undefined })
    assert.deepEqual(partOf([1, 2, 3], 2, String), { shown: [1, 2], nextCursor: '2' })
  })
})
