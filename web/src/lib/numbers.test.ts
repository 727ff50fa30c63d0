import assert from 'node:assert/strict'
import { afterEach, describe, it } from 'node:test'
import { switchLanguage } from './language.ts'
import { formatList, formatNumber, formatSize } from './numbers.ts'

afterEach(() => switchLanguage('en'))

describe('formatSize', () => {
  for (const [bytes, text] of [
    [0, '0 bytes'],
    [1, '1 byte'],
    [999, '999 bytes'],
    [1000, '1 kB'],
    [3_440_000, '3.4 MB'],
    [999_600, '1 MB'],
    [209_715_200, '210 MB'],
    [5_368_709_120, '5.4 GB'],
  ] as const) {
    it(`writes ${bytes} as ${text}`, () => assert.equal(formatSize(bytes), text))
  }
})

describe('numbers and lists', () => {
  it('follow the language of the reader', async () => {
    const text = () => [formatNumber(12_345), formatList(['a', 'b', 'c']), formatSize(3_440_000)]
    assert.deepEqual(text(), ['12,345', 'a, b, and c', '3.4 MB'])
    await switchLanguage('de')
    assert.deepEqual(text(), ['12.345', 'a, b und c', '3,4 MB'])
  })
})
