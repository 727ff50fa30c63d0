import type { Editor } from '@tiptap/core'
import { anchorPositions } from './anchor-positions.ts'

/** Long enough to be seen after scrolling. */
const markedMs = 2500

/** Scrolls to the heading or block that the fragment of an address names, and marks it for a moment. */
export function goToAnchor({ view, state }: Editor, fragment: string): boolean {
  const pos = anchorPositions(state.doc).get(decoded(fragment))
  const target = pos === undefined ? null : view.nodeDOM(pos)
  if (!(target instanceof HTMLElement)) return false
  for (let around = target.parentElement; around !== null; around = around.parentElement) {
    if (around instanceof HTMLDetailsElement) around.open = true
    if (around === view.dom) break
  }
  target.scrollIntoView({ block: 'start' })
  // An animation changes no attribute of what the editor draws.
  const colour = 'light-dark(#fff3bf, #5c4a00)'
  const frames = [{ backgroundColor: colour }, { backgroundColor: colour }, {}]
  target.animate?.(frames, { duration: markedMs, easing: 'ease-in' })
  return true
}

function decoded(fragment: string): string {
  try {
    return decodeURIComponent(fragment.replace(/^#/, ''))
  } catch {
    return fragment.replace(/^#/, '')
  }
}
