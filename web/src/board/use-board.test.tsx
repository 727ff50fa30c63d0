import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { act, renderHook } from '@testing-library/react'
import { createRef } from 'react'
import { pageOf as textOf } from '../../../content/board.ts'
import { writeMarkdown } from '../../../content/write-markdown.ts'
import { pageOf } from '../../../test/support/web/editor.ts'
import type { BodyHandle } from '../lib/page-body.ts'
import { addColumn, titleOf } from './board-model.ts'
import { useBoard } from './use-board.ts'

function open(markdown: string) {
  const ref = createRef<BodyHandle>()
  let changes = 0
  const { result } = renderHook(() =>
    useBoard({
      content: pageOf(markdown),
      changed: () => (changes += 1),
      ref,
      focus: () => undefined,
    }),
  )
  const handle = (): BodyHandle => {
    assert.ok(ref.current !== null)
    return ref.current
  }
  return {
    state: () => result.current,
    handle,
    changes: () => changes,
    stored: () => writeMarkdown(textOf(handle().read())),
  }
}

describe('the state of a board', () => {
  it('is read as it is at once, before it is shown', () => {
    const { state, stored, changes } = open('## A\n')
    act(() => {
      state().change((board) => addColumn(board, 'B'))
      assert.equal(stored(), '## A\n\n## B\n')
    })
    assert.equal(changes(), 1)
    assert.deepEqual(state().board.map(titleOf), ['A', 'B'])
  })

  it('is not changed by what changes nothing', () => {
    const { state, changes } = open('## A\n')
    act(() => state().change((board) => board))
    assert.equal(changes(), 0)
  })

  it('is not changed by what is only held over it', () => {
    const { state, stored, changes } = open('## A\n')
    act(() => state().preview(addColumn(state().board, 'B')))
    assert.deepEqual(state().board.map(titleOf), ['A', 'B'])
    assert.equal(stored(), '## A\n')
    act(() => state().preview(undefined))
    assert.deepEqual(state().board.map(titleOf), ['A'])
    assert.equal(changes(), 0)
  })

  it('becomes what others made of it', () => {
    const { state, handle, changes } = open('## A\n')
    act(() => handle().show(pageOf('## C\n')))
    assert.deepEqual(state().board.map(titleOf), ['C'])
    assert.equal(changes(), 0)
  })
})
