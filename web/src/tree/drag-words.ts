import { AssistiveDndState, type DndState } from '@headless-tree/core'
import { rootId } from './drop.ts'

const keys = 'Arrow up and down choose the place, Enter moves it there, Escape leaves it.'

/** What a screen reader says while a page is moved by keyboard. */
export function describeDrag<Data>(
  dnd: DndState<Data> | null | undefined,
  state: AssistiveDndState,
): string {
  const page = dnd?.draggedItems?.[0]?.getItemName() ?? ''
  if (state === AssistiveDndState.Started) return `Moving ${page}. ${placeOf(dnd)} ${keys}`
  if (state === AssistiveDndState.Dragging) return placeOf(dnd)
  if (state === AssistiveDndState.Completed) return 'Moved.'
  if (state === AssistiveDndState.Aborted) return 'Left where it was.'
  return ''
}

function placeOf<Data>(dnd: DndState<Data> | null | undefined): string {
  const target = dnd?.dragTarget
  if (target === undefined) return ''
  const parent = target.item.getId() === rootId ? 'the top' : target.item.getItemName()
  if (!('childIndex' in target)) return `Into ${parent}.`
  const before = target.item.getChildren()[target.childIndex - 1]
  return before === undefined
    ? `First in ${parent}.`
    : `In ${parent}, after ${before.getItemName()}.`
}
