import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { render } from '../../../test/support/web/screen.tsx'
import { hueOf, Initials, lettersOf } from './initials.tsx'

describe('lettersOf', () => {
  const cases: [string, string][] = [
    ['Ada Lovelace', 'AL'],
    ['Lab', 'L'],
    ['Jean de la Fontaine', 'JF'],
    ['  ', ''],
    ['𝒜da', '𝒜'],
  ]
  for (const [name, letters] of cases) {
    it(`gives ${letters} for “${name}”`, () => assert.equal(lettersOf(name), letters))
  }
})

describe('Initials', () => {
  it('are seen and not heard, always in the same colour', () => {
    const { container } = render(<Initials name="Ada Lovelace" />)
    const shown = container.querySelector('[aria-hidden][data-letters="AL"]')
    assert.equal(shown?.textContent, '')
    assert.equal(hueOf('Ada Lovelace'), hueOf('Ada Lovelace'))
    assert.notEqual(hueOf('Ada Lovelace'), hueOf('Grace Hopper'))
  })
})
