import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { decodeBase64, decodedSize } from './base64.ts'

describe('decodeBase64', () => {
  for (const text of [
    'a',
    'aGVsbG8==',
    'aGVsbG8=\n',
    ' aGVsbG8=',
    'aGVs bG8=',
    'aGVs\u0000bG8=',
    'aGVs-_8=',
    'aGVsbG9=',
    'aGVsbG9',
    '=',
    '==',
    '====',
    'a===',
    'aGVs=bG8',
    'aGVsbG8=aGVs',
    'aGVsbG8é',
    'aGVs====',
  ]) {
    it(`refuses ${JSON.stringify(text)}`, () => assert.equal(decodeBase64(text), undefined))
  }

  it('gives every byte back, with padding and without', () => {
    const bytes = Buffer.from(Array.from({ length: 256 }, (_, byte) => 255 - byte))
    for (let length = 0; length <= 256; length += 1) {
      const part = bytes.subarray(0, length)
      const padded = part.toString('base64')
      for (const text of [padded, padded.replace(/=+$/, '')]) {
        assert.ok(part.equals(decodeBase64(text) ?? Buffer.from('none')), text)
        assert.equal(decodedSize(text), length)
      }
    }
  })
})
