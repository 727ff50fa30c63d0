import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { readThreads } from './comments.ts'

describe('readThreads', () => {
  it('reads nothing but threads of an export', () => {
    const comment = { by: 'Ada', at: '2026-01-01T00:00:00.000Z', text: 'Hi' }
    for (const given of [
      undefined,
      true,
      'text',
      [null, 1, [comment]],
      [{ thread: 'text' }],
      [{ thread: [{ by: 1, text: 'x' }, { by: 'Ada' }] }],
    ]) {
      assert.deepEqual(readThreads(given), [], JSON.stringify(given))
    }
  })

  it('takes no time in the future and no long quote', () => {
    const text = { by: 'Ada', text: 'Hi' }
    const [read] = readThreads([
      {
        quote: 'x'.repeat(2001),
        resolved: 'yes',
        thread: [
          { ...text, at: '9999-01-01T00:00:00.000Z' },
          { ...text, at: 'never' },
          { ...text, at: '2026-01-01T00:00:00.000Z' },
        ],
      },
    ])
    const at = [undefined, undefined, Date.UTC(2026, 0, 1)]
    const thread = at.map((time) => ({ ...text, at: time }))
    assert.deepEqual(read, { quote: undefined, isResolved: false, thread })
  })
})
