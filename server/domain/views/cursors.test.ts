import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { AppError } from '../../lib/errors.ts'
import { readCursor, writeCursor } from './cursors.ts'

const encode = (value: unknown) => Buffer.from(JSON.stringify(value)).toString('base64url')

describe('the cursor of a view', () => {
  it('is refused unless it is one', () => {
    for (const cursor of [
      '',
      '!',
      'null',
      encode(null),
      encode({}),
      encode([]),
      encode([5]),
      encode([0, 'a']),
      encode([-1, 'a']),
      encode([1.5, 'a']),
      encode(['5', 'a']),
      encode([5, {}]),
      encode([5, ['a']]),
      encode([5, true]),
      encode([5, ...Array<string>(11).fill('a')]),
    ]) {
      assert.throws(() => readCursor(cursor), AppError, cursor)
    }
  })

  it('has the rows before, and what the last one was sorted by', () => {
    for (const after of [['id'], [1.5, 'id'], [null, 'text', 'id'], ['é 🐢', -3, null, 'id']]) {
      const cursor = { shown: 50, after }
      assert.deepEqual(readCursor(writeCursor(cursor)), cursor)
      assert.match(writeCursor(cursor), /^[\w-]+$/)
    }
  })
})
