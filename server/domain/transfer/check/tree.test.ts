import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { checkTree } from './tree.ts'

function rows(parents: Record<string, string>, workspaceId = 'w') {
  return Object.entries(parents).map(([id, parentId]) => ({
    workspaceId,
    id,
    parentId,
    isDeleted: 0 as const,
    sectionId: null,
  }))
}

describe('checkTree', () => {
  it('tells of a parent that is missing, or in another workspace', () => {
    const tree = [...rows({ a: 'w', b: 'gone', c: 'x' }), ...rows({ x: 'v' }, 'v')]
    assert.deepEqual(checkTree(tree), [
      'page b is under gone, which is not in its workspace',
      'page c is under x, which is not in its workspace',
    ])
  })

  it('tells of every page that hangs on a ring, once each', () => {
    const faults = checkTree(rows({ a: 'w', b: 'd', c: 'b', d: 'c', e: 'd', f: 'a', g: 'g' }))
    assert.deepEqual(
      faults.toSorted(),
      ['b', 'c', 'd', 'e', 'g'].map((id) => `page ${id} is below itself`),
    )
  })

  it('finds nothing wrong with a deep and a broad tree', () => {
    const deep = Object.fromEntries(
      Array.from({ length: 50_000 }, (_, index) => [
        `p${index}`,
        index === 0 ? 'w' : `p${index - 1}`,
      ]),
    )
    assert.deepEqual(checkTree(rows(deep)), [])
    assert.deepEqual(checkTree([]), [])
  })
})
