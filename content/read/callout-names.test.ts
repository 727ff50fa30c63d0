import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { calloutKinds } from '../vocabulary.ts'
import { calloutKindOf, calloutKindOfIcon, calloutKindOfPanel } from './callout-names.ts'

describe('calloutKindOf', () => {
  it('knows no other names, and none of JavaScript', () => {
    for (const name of ['', 'other', 'constructor', '__proto__', 'toString']) {
      assert.equal(calloutKindOf(name), undefined, name)
    }
  })

  it('knows the own names, and those of other programs in any case', () => {
    for (const kind of calloutKinds) assert.equal(calloutKindOf(kind.toUpperCase()), kind)
    assert.equal(calloutKindOf(' Info '), 'note')
    assert.equal(calloutKindOf('success'), 'tip')
    assert.equal(calloutKindOf('danger'), 'caution')
  })
})

describe('calloutKindOfIcon', () => {
  it('knows no type of most icons', () => {
    for (const icon of ['', '🦊', 'x', 'constructor']) {
      assert.equal(calloutKindOfIcon(icon), undefined, icon)
    }
  })

  it('knows icons with and without their variation', () => {
    assert.equal(calloutKindOfIcon('💡'), 'tip')
    assert.equal(calloutKindOfIcon('⚠️'), 'warning')
    assert.equal(calloutKindOfIcon('⚠'), 'warning')
    assert.equal(calloutKindOfIcon(' 🚨 '), 'caution')
  })
})

describe('calloutKindOfPanel', () => {
  it('reads the names of Confluence by their color', () => {
    assert.equal(calloutKindOfPanel('panelMacro'), undefined)
    assert.equal(calloutKindOfPanel('note'), 'important')
    assert.equal(calloutKindOfPanel('error'), 'caution')
    assert.equal(calloutKindOfPanel('information'), 'note')
    assert.equal(calloutKindOfPanel('tip'), 'tip')
  })
})
