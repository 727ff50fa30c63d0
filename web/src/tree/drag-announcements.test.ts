import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { AssistiveDndState, type DndState, type ItemInstance } from '@headless-tree/core'
import { describeDrag } from './drag-announcements.ts'
import { rootId } from './drop.ts'

const item = (id: string, names: string[] = []) =>
  // SAFETY: no more of an item is asked for.
  ({
    getId: () => id,
    getItemName: () => id,
    getChildren: () => names.map((name) => item(name)),
  }) as unknown as ItemInstance<object>

const between = (childIndex: number) => ({
  item: item(rootId, ['Notes', 'Plan']),
  childIndex,
  insertionIndex: childIndex,
  dragLineIndex: 0,
  dragLineLevel: 0,
})
const drag = (dragTarget: DndState<object>['dragTarget'] & object): DndState<object> => ({
  draggedItems: [item('Budget')],
  dragTarget,
})

describe('describeDrag', () => {
  it('says nothing while nothing is moved', () => {
    assert.equal(describeDrag(null, AssistiveDndState.None), '')
  })

  it('says what is moved, where it would go, and the keys', () => {
    const said = describeDrag(drag({ item: item('Notes') }), AssistiveDndState.Started)
    assert.match(said, /^Moving Budget\. Into Notes\./)
    assert.match(said, /Escape/)
  })

  it('says the place between others', () => {
    const state = AssistiveDndState.Dragging
    assert.equal(describeDrag(drag(between(0)), state), 'First at the top level.')
    assert.equal(describeDrag(drag(between(2)), state), 'At the top level, after Plan.')
  })

  it('says how it ended', () => {
    assert.equal(describeDrag(null, AssistiveDndState.Completed), 'Page moved.')
    assert.equal(describeDrag(null, AssistiveDndState.Aborted), 'Move cancelled.')
  })
})
