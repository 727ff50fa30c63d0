import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { movedCaret } from './moved-caret.ts'

/** The caret is at `|`. */
function moved(before: string, after: string): string {
  const at = movedCaret(before.replace('|', ''), after, before.indexOf('|'))
  return `${after.slice(0, at)}|${after.slice(at)}`
}

describe('movedCaret', () => {
  it('stays in the text around it', () => {
    assert.equal(moved('Pl|an', 'The Plan'), 'The Pl|an')
    assert.equal(moved('Pl|an', 'Plan of Ada'), 'Pl|an of Ada')
    assert.equal(moved('The Pl|an', 'Plan'), 'Pl|an')
    assert.equal(moved('Plan|', 'The Plan'), 'The Plan|')
    assert.equal(moved('|Plan', 'Plan of Ada'), '|Plan of Ada')
  })

  it('is within the new text where the old one is gone', () => {
    assert.equal(moved('One lo|ng title', 'One title'), 'One |title')
    assert.equal(moved('One lo|ng title', ''), '|')
    assert.equal(moved('|', 'Plan'), '|Plan')
  })
})
