import { AssistiveDndState, type DndState } from '@headless-tree/core'
import { rootId } from './drop.ts'
import { t } from './messages.ts'

/** What a screen reader says while a page is moved with the keyboard. */
export function describeDrag<Data>(
  dnd: DndState<Data> | null | undefined,
  state: AssistiveDndState,
): string {
  const title = dnd?.draggedItems?.[0]?.getItemName() ?? ''
  if (state === AssistiveDndState.Started) {
    return t.dragStarted({ title, position: describeTarget(dnd) })
  }
  if (state === AssistiveDndState.Dragging) return describeTarget(dnd)
  if (state === AssistiveDndState.Completed) return t.dragCompleted
  if (state === AssistiveDndState.Aborted) return t.dragCancelled
  return ''
}

function describeTarget<Data>(dnd: DndState<Data> | null | undefined): string {
  const target = dnd?.dragTarget
  if (target === undefined) return ''
  const isTop = target.item.getId() === rootId
  const parent = target.item.getItemName()
  if (!('childIndex' in target)) return isTop ? t.dropAtTop : t.dropInto({ parent })
  const previous = target.item.getChildren()[target.childIndex - 1]?.getItemName()
  if (previous === undefined) return isTop ? t.dropFirstAtTop : t.dropFirst({ parent })
  return isTop ? t.dropAfterAtTop({ previous }) : t.dropAfter({ parent, previous })
}
