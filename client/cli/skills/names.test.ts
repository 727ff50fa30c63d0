import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { requireDistinct, requireSafeName } from './names.ts'

describe('requireSafeName', () => {
  it('rejects what leads out of a folder, and what a system reads as another name', () => {
    const unsafe = [
      ['', '.', '..', '../x', 'a/b', '/etc/passwd', String.raw`a\b`, 'C:', 'C:x', 'file:stream'],
      [
        'a\0b',
        'a\nb',
        'a\u202Eb',
        'a\u200Bb',
        ' a',
        'a ',
        'a.',
        'a\u2028b',
        'what?',
        'a*',
        '<a>',
        '"a"',
        'a|b',
      ],
      [
        'con',
        'CON',
        'nul.txt',
        'COM1',
        'lpt9.md',
        'com¹',
        'Aux.tar.gz',
        'x'.repeat(201),
        'ä'.repeat(101),
      ],
    ].flat()
    for (const name of unsafe) {
      assert.throws(() => requireSafeName(name), { code: 'NAME_UNSAFE' }, JSON.stringify(name))
    }
  })

  it('accepts what every system can store', () => {
    for (const name of [
      'a',
      'SKILL.md',
      '.env',
      'Größe ✓.txt',
      '日本.md',
      'console',
      'a..b',
      'x'.repeat(200),
    ])
      assert.equal(requireSafeName(name), name)
  })
})

describe('requireDistinct', () => {
  it('rejects names that differ only in case or in how letters are composed', () => {
    for (const names of [
      ['a', 'A'],
      ['Größe', 'GRÖSSE'.replace('SS', 'ß')],
      ['\u00E9', 'e\u0301'],
      ['x', 'x'],
      ['ﬁ', 'fi'],
    ])
      assert.throws(() => requireDistinct(names), { code: 'NAME_CLASH' }, names.join(' '))
    requireDistinct(['a', 'b', 'ab', 'a.b'])
  })
})
