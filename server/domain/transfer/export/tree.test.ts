import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import type { pages } from '../../../store/index.ts'
import { below } from './tree.ts'

describe('the pages below one', () => {
  it('end where a damaged tree has a page below itself', () => {
    const row = (id: string, parentId: string) =>
      ({ id, parentId }) satisfies Partial<pages.PageRow>
    // SAFETY: only the place in the tree matters.
    const rows = [row('a', 'b'), row('b', 'a'), row('c', 'b')] as pages.PageRow[]
    const found = below(rows, { rootId: 'a', workspaceId: 'w' })
    assert.deepEqual(
      found.map(({ id, parentId }) => [id, parentId]),
      [
        ['a', 'w'],
        ['b', 'a'],
        ['c', 'b'],
      ],
    )
  })
})
