import type { EditorState } from '@tiptap/pm/state'

/** Moves the focus into the toolbar that is shown now. */
export function focusToolbar(): boolean {
  const button = [...document.querySelectorAll<HTMLElement>('.editor-toolbar button')].find((one) =>
    one.checkVisibility({ visibilityProperty: true }),
  )
  button?.focus()
  return button !== undefined
}

/** A selection as a text, to compare it. */
export function rangeOf({ selection }: EditorState): string {
  return `${selection.from}-${selection.to}`
}
