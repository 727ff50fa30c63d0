import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { defaultFields, differingFields, givenFields, pickFields } from './page-fields.ts'

const page = { ...defaultFields, title: 'Plan', icon: '🌱' }

describe('the fields of a page', () => {
  it('differ where their values do', () => {
    assert.deepEqual(differingFields(page, { ...page }), [])
    assert.deepEqual(differingFields(page, { ...page, icon: null }), ['icon'])
    assert.deepEqual(differingFields(page, defaultFields), ['title', 'icon'])
  })

  it('are taken from what has more, and left out of a change where they are not given', () => {
    const stored = { ...page, version: 3 }
    assert.deepEqual(pickFields(stored), page)
    const changes = { title: undefined, icon: null, version: 3 }
    assert.deepEqual(givenFields(changes), { icon: null })
  })
})
