import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { findTyped, typeOn } from './type-ahead.ts'

const titles = ['Notes', 'Roadmap', 'Ärger', 'Notebook', 'Rivers', 'نهر']

describe('type to jump', () => {
  it('finds nothing that there is not', () => {
    assert.equal(findTyped(titles, 'x', 0), undefined)
    assert.equal(findTyped([], 'x', -1), undefined)
  })

  it('stays at the current title while it fits, and goes on to the next', () => {
    assert.equal(findTyped(titles, 'not', 0), 0)
    assert.equal(findTyped(titles, 'noteb', 0), 3)
    assert.equal(findTyped(titles, 'rive', 5), 4)
  })

  it('goes round the titles with one letter', () => {
    assert.equal(findTyped(titles, 'n', 0), 3)
    assert.equal(findTyped(titles, 'nn', 3), 0)
    assert.equal(findTyped(titles, 'r', 1), 4)
  })

  it('takes letters without their accents, in any script', () => {
    assert.equal(findTyped(titles, 'ar', 0), 2)
    assert.equal(findTyped(titles, 'نه', 0), 5)
  })

  it('begins anew after a pause', () => {
    const first = typeOn({ text: '', at: 0 }, 'a', 1000)
    assert.equal(typeOn(first, 'b', 1300).text, 'ab')
    assert.equal(typeOn(first, 'b', 2000).text, 'b')
  })
})
