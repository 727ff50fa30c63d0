import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { closestLines } from './closest-lines.ts'

describe('closestLines', () => {
  const lines = [
    '# Plan',
    'We ship on Friday.',
    'The budget is ten thousand.',
    'They ship on Monday.',
  ]

  it('names no line that shares less than half of the words, and none for a text without words', () => {
    assert.equal(closestLines(lines, 'A wholly different text'), '')
    assert.equal(closestLines(lines, '…'), '')
  })

  it('names the lines that share the most words first', () => {
    assert.equal(
      closestLines(lines, 'we ship on friday'),
      ' The closest lines are "We ship on Friday.", "They ship on Monday.".',
    )
  })
})
