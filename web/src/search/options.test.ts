import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { listOptions } from './options.ts'

const recent = [{ id: 'r', title: 'Recent', icon: null }]
const hit = {
  pageId: 'p',
  workspaceId: 'w',
  blockNumber: 0,
  title: 'Plan',
  content: 'Plan',
  icon: null,
  ownership: 'TEXT' as const,
  type: 'TEXT' as const,
  updatedAt: '2026-01-01T00:00:00.000Z',
  beginning: '',
  above: [],
}
const ids = (options: ReturnType<typeof listOptions>) => options.map(({ id }) => id)

describe('listOptions', () => {
  const found = { query: 'plan', hits: [hit], isSettled: true, canWrite: true }

  it('offers recent pages until something is typed', () => {
    assert.deepEqual(ids(listOptions(recent, { ...found, query: '', hits: [] })), ['page-r'])
  })

  it('offers the full search, and no new page of a title that is there', () => {
    assert.deepEqual(ids(listOptions(recent, found)), ['page-p', 'all'])
  })

  it('offers a new page when the results are those of what is typed', () => {
    assert.deepEqual(ids(listOptions(recent, { ...found, query: 'pl' })), [
      'page-p',
      'all',
      'create',
    ])
    assert.deepEqual(ids(listOptions([], { ...found, query: 'pl', isSettled: false })), [
      'page-p',
      'all',
    ])
  })

  it('offers a viewer no new page', () => {
    assert.deepEqual(
      ids(listOptions([], { ...found, query: 'new', hits: [], canWrite: false })),
      [],
    )
  })
})
