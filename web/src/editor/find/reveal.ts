import type { EditorView } from '@tiptap/pm/view'

/** Brings a position into view, and opens the toggles around it. */
export function reveal(view: EditorView, pos: number): void {
  const { node } = view.domAtPos(pos)
  const element = node instanceof Element ? node : node.parentElement
  for (
    let around = element;
    around !== null && around !== view.dom;
    around = around.parentElement
  ) {
    if (around instanceof HTMLDetailsElement) around.open = true
  }
  element?.scrollIntoView({ block: 'center', inline: 'nearest' })
}
