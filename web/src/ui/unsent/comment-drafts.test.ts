import assert from 'node:assert/strict'
import { afterEach, beforeEach, describe, it, mock } from 'node:test'
import { commentDrafts, dropDraft, keepDraft } from './comment-drafts.ts'

describe('comments that are not sent', () => {
  beforeEach(() => mock.timers.enable({ apis: ['setTimeout'] }))
  afterEach(() => {
    mock.timers.reset()
    keepDraft('field', '')
  })

  it('are gone once they are sent or emptied', () => {
    keepDraft('field', 'Rye')
    keepDraft('field', ' ')
    assert.equal(commentDrafts(), '')
  })

  it('are there for some seconds after their field went, then gone', () => {
    keepDraft('field', 'Rye')
    dropDraft('field')
    mock.timers.tick(4000)
    assert.equal(commentDrafts(), 'Rye')
    mock.timers.tick(2000)
    assert.equal(commentDrafts(), '')
  })

  it('stay when the field comes back', () => {
    keepDraft('field', 'Rye')
    dropDraft('field')
    keepDraft('field', 'Rye and salt')
    mock.timers.tick(10_000)
    assert.equal(commentDrafts(), 'Rye and salt')
  })
})
