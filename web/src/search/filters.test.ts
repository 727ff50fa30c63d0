import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { toFilter } from './filters.ts'

const id = '01890000-0000-7000-8000-000000000001'

describe('toFilter', () => {
  it('lets everything pass for what it does not know', () => {
    assert.deepEqual(toFilter('nonsense', 'no id'), {})
    assert.deepEqual(toFilter('all', null), {})
  })

  it('reads a kind and a section', () => {
    assert.deepEqual(toFilter('skill', id), { ownership: 'SKILL', underPageId: id })
    assert.deepEqual(toFilter('board', null), { type: 'KANBAN' })
  })
})
