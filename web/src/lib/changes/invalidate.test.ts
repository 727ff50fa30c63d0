import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import type { Query } from '@tanstack/react-query'
import { type ChangeEvent, readChange } from './changes.ts'
import { isTouched } from './invalidate.ts'

const page = 'page-1'
const touched = (
  change: Partial<ChangeEvent> & { type: string },
  queryKey: unknown[],
  data?: unknown,
) =>
  // SAFETY: of a query's state only the data is looked at.
  isTouched({ queryKey, state: { data } as Query['state'] }, { sequence: 1, ...change })

const top = ['pages', 'children', 'w', null]
const document = ['pages', 'document', { workspaceId: 'w', pageId: page }]

describe('isTouched', () => {
  it('leaves lists alone when only a text changed', () => {
    const change = { type: 'page.updated', pageId: page, changed: ['content'] }
    assert.equal(touched(change, top, { pages: [{ id: page }] }), false)
    assert.equal(touched(change, document), true)
    assert.equal(touched(change, ['pages', 'document', { pageId: 'other' }]), false)
  })

  it('refreshes what shows a title that changed', () => {
    const change = { type: 'page.updated', pageId: page, changed: ['title'] }
    assert.equal(touched(change, top, { pages: [{ id: page }] }), true)
    assert.equal(touched(change, ['favourites', 'list'], { pages: [{ id: page }] }), true)
    assert.equal(touched(change, ['recent', 'list'], { pages: [] }), false)
  })

  it('refreshes the lists a page left and came to, and what counts them', () => {
    const change = {
      type: 'page.moved',
      pageId: page,
      parentId: 'to',
      previous: { parentId: 'from' },
    }
    assert.equal(touched(change, ['pages', 'children', 'w', 'to']), true)
    assert.equal(touched(change, ['pages', 'children', 'w', 'from']), true)
    assert.equal(touched(change, ['pages', 'children', 'w', 'else']), false)
    assert.equal(touched(change, top, { pages: [{ id: 'from', children: 3 }] }), true)
  })

  it('refreshes all lists when a page is gone', () => {
    const change = { type: 'page.deleted', pageId: page }
    for (const key of [top, ['trash', 'list'], ['workspaces', 'skills'], ['recent', 'list']]) {
      assert.equal(touched(change, key), true, String(key))
    }
    assert.equal(touched(change, ['workspaces', 'list']), false)
  })

  it('refreshes the inbox when a comment, a proposal or an assignment may concern it', () => {
    const inbox = ['inbox', 'unread', { workspaceId: 'w' }]
    const changed = (name: string) => ({ type: 'page.updated', pageId: page, changed: [name] })
    assert.equal(touched(changed('content'), inbox), false)
    assert.equal(touched({ type: 'file.uploaded' }, inbox), false)
    assert.equal(touched(changed('properties'), inbox), true)
    for (const type of ['comment.created', 'proposal.declined', 'page.deleted']) {
      assert.equal(touched({ type, pageId: page }, inbox), true, type)
    }
  })

  it('refreshes the comments of their page, files and members', () => {
    const comments = ['comments', 'list', { pageId: page }]
    assert.equal(touched({ type: 'comment.created', pageId: page }, comments), true)
    assert.equal(touched({ type: 'comment.created', pageId: 'other' }, comments), false)
    assert.equal(touched({ type: 'file.uploaded' }, ['files', 'list']), true)
    assert.equal(touched({ type: 'member.joined' }, ['members', 'list']), true)
    assert.equal(touched({ type: 'something.new' }, ['files', 'list']), false)
  })
})

describe('readChange', () => {
  it('takes what is no change for none', () => {
    for (const data of ['', '{', '3', '{"sequence":1}', undefined]) {
      assert.equal(readChange(data), undefined)
    }
    assert.equal(readChange('{"type":"page.moved","sequence":4}')?.sequence, 4)
  })
})
