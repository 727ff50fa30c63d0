import type { EditorView } from '@tiptap/pm/view'
import { openTogglesAround } from '../nodes/toggles/view.ts'

/** Brings a position into view, and opens the toggles around it. */
export function reveal(view: EditorView, pos: number): void {
  const { node } = view.domAtPos(pos)
  const element = node instanceof Element ? node : node.parentElement
  if (element === null) return
  openTogglesAround(element)
  element.scrollIntoView({ block: 'center', inline: 'nearest' })
}
