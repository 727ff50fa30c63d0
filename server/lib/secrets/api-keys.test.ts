import assert from 'node:assert/strict'
import { createHash } from 'node:crypto'
import { describe, it } from 'node:test'
import { hashApiKey, isApiKey, newApiKey } from './api-keys.ts'

describe('newApiKey', () => {
  it('makes svc_ and 24 base62 characters, never the same', () => {
    const keys = Array.from({ length: 500 }, newApiKey)
    for (const key of keys) {
      assert.match(key, /^svc_[A-Za-z0-9]{24}$/)
      assert.ok(isApiKey(key))
    }
    assert.equal(new Set(keys).size, keys.length)
  })

  it('uses all 62 characters about equally often', () => {
    const counts = new Map<string, number>()
    for (let index = 0; index < 1000; index += 1) {
      for (const character of newApiKey().slice(4)) {
        counts.set(character, (counts.get(character) ?? 0) + 1)
      }
    }
    assert.equal(counts.size, 62)
    // 387 are expected of each, with a deviation of 20.
    for (const [character, count] of counts) assert.ok(count > 250 && count < 530, character)
  })
})

describe('isApiKey', () => {
  const key = `svc_${'A'.repeat(24)}`
  for (const text of [
    '',
    'svc_',
    `${key}A`,
    key.slice(0, -1),
    key.toUpperCase(),
    `${key}\n`,
    ` ${key}`,
  ]) {
    it(`says no to ${JSON.stringify(text)}`, () => assert.equal(isApiKey(text), false))
  }
})

describe('hashApiKey', () => {
  it('is the SHA-256 in hex', () => {
    const key = newApiKey()
    assert.equal(hashApiKey(key), createHash('sha256').update(key).digest('hex'))
  })
})
