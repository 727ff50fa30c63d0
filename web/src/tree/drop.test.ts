import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import type { ItemInstance } from '@headless-tree/core'
import type { TreePage } from './children.ts'
import { isMore, moreId, readDrop, rootId, toParentId } from './drop.ts'

// SAFETY: of an item only its id is asked for.
const item = (id: string) => ({ getId: () => id }) as ItemInstance<TreePage>

describe('readDrop', () => {
  it('puts a page dropped onto another at its end', () => {
    assert.deepEqual(readDrop({ item: item('p') }), { parentId: 'p', index: 'end' })
    assert.deepEqual(readDrop({ item: item(rootId) }), { parentId: null, index: 'end' })
  })

  it('takes the place among the others', () => {
    const position = { childIndex: 3, insertionIndex: 2, dragLineIndex: 5, dragLineLevel: 0 }
    assert.deepEqual(readDrop({ item: item(rootId), ...position }), { parentId: null, index: 2 })
  })
})

describe('moreId', () => {
  it('names the list that goes on', () => {
    assert.equal(toParentId(moreId('p')), 'p')
    assert.equal(toParentId(moreId(null)), null)
    assert.ok(isMore(moreId(null)))
    assert.ok(!isMore('p'))
  })
})
