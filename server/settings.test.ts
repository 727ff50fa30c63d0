import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { parseSetting } from './lib/setting-formats.ts'
import { listSettings } from './settings.ts'

describe('settings', () => {
  const list = listSettings()

  it('have a name each', () => {
    const names = list.map(({ name }) => name)
    assert.equal(new Set(names).size, names.length)
    for (const name of names) assert.match(name, /^[A-Z][A-Z\d]*(?:_[A-Z\d]+)*$/)
  })

  for (const { name, format, default: otherwise, meaning } of list) {
    it(`accept the default of ${name}, and fit the README's table`, () => {
      if (otherwise !== undefined) assert.notEqual(parseSetting(name, format, otherwise), undefined)
      assert.match(meaning, /^[^|\n]+[^|\n.]$/)
    })
  }
})
