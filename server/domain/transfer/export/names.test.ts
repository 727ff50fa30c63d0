import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import fc from 'fast-check'
import { createNames, endingOf, type Names } from './names.ts'

function name(names: Names, file: string, maxBytes = 120): string {
  const ending = endingOf(file)
  return names(file.slice(0, file.length - ending.length), ending, maxBytes)
}

const nameOnce = (file: string, maxBytes?: number) => name(createNames(), file, maxBytes)

describe('createNames', () => {
  it('never leads out of the folder, hides a file or means a device', () => {
    const results = {
      '../../etc/passwd': '-..-etc-passwd',
      '/etc': '-etc',
      'C:\\Windows': 'C--Windows',
      '..': 'Untitled',
      '.': 'Untitled',
      '.hidden': 'hidden',
      'end. ': 'end',
      '': 'Untitled',
      ' \t\n': 'Untitled',
      '\u0000\u0007\u202Etxt': 'txt',
      CON: '_CON',
      'nul.txt': '_nul.txt',
      'Com1.md': '_Com1.md',
      'what? "why" <how> | *': 'what- -why- -how- - -',
    }
    for (const [name, expected] of Object.entries(results)) assert.equal(nameOnce(name), expected)
  })

  it('keeps clear of the names of folder pages, in Markdown only', () => {
    assert.equal(nameOnce('index.md'), '_index.md')
    assert.equal(nameOnce('ReadMe.md'), '_ReadMe.md')
    assert.equal(nameOnce('README.txt'), 'README.txt')
  })

  it('gives each name once, blind to case and to how accents are put together', () => {
    const names = createNames(['files'])
    const results = ['Plan', 'plan', 'PLAN', 'Files', 'é', 'e\u0301', 'plan 2', 'a.txt', 'A.TXT']
    assert.deepEqual(
      results.map((title) => name(names, title)),
      ['Plan', 'plan 2', 'PLAN 3', 'Files 2', 'é', 'é 2', 'plan 2 2', 'a.txt', 'A 2.TXT'],
    )
  })

  it('is quick for thousands of equal titles', () => {
    const names = createNames()
    const results = new Set(Array.from({ length: 20_000 }, () => name(names, 'Meeting')))
    assert.equal(results.size, 20_000)
  })

  it('fits any text into the bytes given, whole characters only', () => {
    fc.assert(
      fc.property(
        fc.string({ unit: 'grapheme' }),
        fc.integer({ min: 12, max: 40 }),
        (text, maxBytes) => {
          const names = createNames()
          for (const results of [name(names, text, maxBytes), name(names, text, maxBytes)]) {
            assert.ok(Buffer.byteLength(results) <= maxBytes, results)
            assert.ok(
              results.isWellFormed() && results !== '' && !/[/\\\0]|^\.|[. ]$/.test(results),
              results,
            )
          }
        },
      ),
    )
    assert.equal(nameOnce('👩‍👩‍👧‍👦👩‍👩‍👧‍👦', 30), '👩‍👩‍👧‍👦')
  })
})
