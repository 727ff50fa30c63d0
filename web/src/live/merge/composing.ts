import type { EditorState } from 'prosemirror-state'

/**
 * Whether a change would end the composition of an input method at the cursor: the text that it is in differs
 * afterwards, or stands in another frame, so that the browser's own node for it would be replaced.
 */
export function isDisturbed(before: EditorState, after: EditorState): boolean {
  const [from, to] = [before.selection.$head, after.selection.$head]
  if (from.depth !== to.depth || from.parentOffset !== to.parentOffset) return true
  if (!from.parent.eq(to.parent)) return true
  for (let depth = 0; depth < from.depth; depth += 1) {
    if (!from.node(depth).sameMarkup(to.node(depth))) return true
  }
  return false
}
