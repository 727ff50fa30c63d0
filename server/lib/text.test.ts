import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { slugify, storable } from './text.ts'

describe('storable', () => {
  it('puts U+FFFD for NUL and for each lone surrogate', () => {
    assert.equal(storable('a\0b\uD83Dc\uDE00d'), 'a\uFFFDb\uFFFDc\uFFFDd')
  })

  it('leaves all other text as it is', () => {
    for (const text of ['', 'plain', '👩‍🚀', 'e\u0301', '\uFFFF\u0001\u202E', '\u{10FFFF}']) {
      assert.equal(storable(text), text)
    }
  })
})

describe('slugify', () => {
  for (const { name, slug } of [
    { name: 'Lab', slug: 'lab' },
    { name: '  The  Big Lab! ', slug: 'the-big-lab' },
    { name: 'Crème Brûlée', slug: 'creme-brulee' },
    { name: 'Лаборатория №5', slug: 'лаборатория-no5' },
    { name: '研究所', slug: '研究所' },
    { name: '🚀', slug: '' },
    { name: '../..', slug: '' },
    { name: '', slug: '' },
  ]) {
    it(`makes "${slug}" of "${name}"`, () => assert.equal(slugify(name), slug))
  }

  it('stays short, whole characters and without a hyphen at its end', () => {
    for (const name of [
      'a'.repeat(300),
      '𠮷'.repeat(300),
      `a${'𠮷'.repeat(300)}`,
      `${'a'.repeat(59)} b`,
    ]) {
      const slug = slugify(name)
      assert.ok(Array.from(slug).length <= 60)
      assert.ok(slug.isWellFormed())
      assert.match(slug, /[^-]$/)
    }
  })
})
