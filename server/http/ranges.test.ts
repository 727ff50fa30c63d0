import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { parseRange } from './ranges.ts'

describe('parseRange', () => {
  for (const { header, size, range } of [
    { header: undefined, size: 10, range: undefined },
    { header: 'bytes=5-2', size: 10, range: undefined },
    { header: 'bytes=0-1,2-3', size: 10, range: undefined },
    { header: 'lines=0-1', size: 10, range: undefined },
    { header: 'bytes=1-2x', size: 10, range: undefined },
    { header: 'bytes=-0', size: 10, range: 'unsatisfiable' },
    { header: 'bytes=10-', size: 10, range: 'unsatisfiable' },
    { header: 'bytes=0-', size: 0, range: 'unsatisfiable' },
    { header: 'bytes=-5', size: 0, range: 'unsatisfiable' },
    { header: 'bytes=0-0', size: 10, range: { start: 0, end: 0 } },
    { header: ' bytes=2-99 ', size: 10, range: { start: 2, end: 9 } },
    { header: 'bytes=9-', size: 10, range: { start: 9, end: 9 } },
    { header: 'bytes=-1', size: 10, range: { start: 9, end: 9 } },
    { header: 'bytes=-99', size: 10, range: { start: 0, end: 9 } },
  ] as const) {
    it(`reads ${header} of ${size} bytes`, () => assert.deepEqual(parseRange(header, size), range))
  }
})
