import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import type { Children, ParentId } from './children.ts'
import { change, type Lists, move, parentOf, remove } from './lists.ts'

const list = (...pages: [id: string, children?: number][]): Children => ({
  pages: pages.map(([id, children = 0]) => ({ id, title: id, icon: null, children })),
  nextOffset: null,
})
const lists: Lists = new Map<ParentId, Children>([
  [null, list(['a', 2], ['b'], ['c'])],
  ['a', list(['a1'], ['a2'])],
])
const ids = (changed: Lists, parentId: ParentId) =>
  changed
    .get(parentId)
    ?.pages.map(({ id }) => id)
    .join()
const count = (changed: Lists, parentId: ParentId, id: string) =>
  changed.get(parentId)?.pages.find((page) => page.id === id)?.children

describe('move', () => {
  it('changes nothing for a page that is in no list', () => {
    assert.equal(move(lists, { pageId: 'x', from: null, to: 'a', index: 0 }).size, 0)
  })

  it('moves among siblings', () => {
    const changed = move(lists, { pageId: 'c', from: null, to: null, index: 0 })
    assert.equal(ids(changed, null), 'c,a,b')
    assert.equal(changed.size, 1)
  })

  it('moves into another page and counts', () => {
    const changed = move(lists, { pageId: 'b', from: null, to: 'a', index: 1 })
    assert.equal(ids(changed, null), 'a,c')
    assert.equal(ids(changed, 'a'), 'a1,b,a2')
    assert.equal(count(changed, null, 'a'), 3)
  })

  it('moves into a page whose list is not loaded', () => {
    const changed = move(lists, { pageId: 'b', from: null, to: 'c', index: 0 })
    assert.equal(ids(changed, null), 'a,c')
    assert.equal(count(changed, null, 'c'), 1)
    assert.equal(changed.has('c'), false)
  })

  it('moves up to the top and counts', () => {
    const changed = move(lists, { pageId: 'a1', from: 'a', to: null, index: 3 })
    assert.equal(ids(changed, null), 'a,b,c,a1')
    assert.equal(count(changed, null, 'a'), 1)
  })
})

describe('change and remove', () => {
  it('changes one page where it is', () => {
    assert.equal(change(lists, 'a2', { title: 'New' }).get('a')?.pages[1]?.title, 'New')
    assert.equal(change(lists, 'x', { title: 'New' }).size, 0)
  })

  it('removes a page and counts', () => {
    const changed = remove(lists, 'a1')
    assert.equal(ids(changed, 'a'), 'a2')
    assert.equal(count(changed, null, 'a'), 1)
    assert.equal(ids(remove(lists, 'b'), null), 'a,c')
  })

  it('tells the page above', () => {
    assert.equal(parentOf(lists, 'a1'), 'a')
    assert.equal(parentOf(lists, 'a'), null)
    assert.equal(parentOf(lists, 'x'), undefined)
  })
})
