import { Extension } from '@tiptap/core'
import type { ResolvedPos } from '@tiptap/pm/model'
import { Plugin, Selection, TextSelection } from '@tiptap/pm/state'
import type { EditorView } from '@tiptap/pm/view'

type Move = { towards: 'up' | 'down' | 'left' | 'right'; step: -1 | 1 }

const moves: Readonly<Record<string, Move>> = {
  ArrowUp: { towards: 'up', step: -1 },
  ArrowDown: { towards: 'down', step: 1 },
  ArrowLeft: { towards: 'left', step: -1 },
  ArrowRight: { towards: 'right', step: 1 },
}

/**
 * Firefox does not take the caret over the edge of code, of an item with a box and of a table: at the start
 * of code ArrowLeft goes to its end, and ArrowDown passes whole lists. There, and only there, we move it.
 */
export const firefoxCaret = Extension.create({
  name: 'firefoxCaret',
  addProseMirrorPlugins: () =>
    navigator.userAgent.includes('Firefox/')
      ? [new Plugin({ props: { handleKeyDown: (view, event) => moveCaret(view, event) } })]
      : [],
})

/** True when the caret was moved: else the browser does it. */
export function moveCaret(view: EditorView, event: KeyboardEvent): boolean {
  const move = moves[event.key]
  if (move === undefined || event.metaKey || event.altKey) return false
  const isVertical = move.towards === 'up' || move.towards === 'down'
  // By words the browser cannot leave a block either; up and down with Ctrl are no keys of the caret.
  if (event.ctrlKey && isVertical) return false
  const { selection, doc } = view.state
  if (!(selection instanceof TextSelection) || (!event.shiftKey && !selection.empty)) return false
  const { $anchor, $head } = selection
  if (!isAtEdge(view, $head, move)) return false
  const from = isVertical ? edgeOfTable($head, move.step) : edgeOfBlock($head, move.step)
  if (from === undefined) return false
  const target = Selection.findFrom(doc.resolve(from), move.step)
  if (!(target instanceof TextSelection)) return false
  if (!isSpecial($head) && !isSpecial(target.$head)) return false
  const head = isVertical ? below(view, $head.pos, target.$head) : target.head
  const next = TextSelection.create(doc, event.shiftKey ? $anchor.pos : head, head)
  view.dispatch(view.state.tr.setSelection(next).scrollIntoView())
  return true
}

function isAtEdge(view: EditorView, $head: ResolvedPos, { towards }: Move): boolean {
  if (towards === 'left') return $head.parentOffset === 0
  if (towards === 'right') return $head.parentOffset === $head.parent.content.size
  return view.endOfTextblock(towards)
}

function isSpecial({ parent, depth }: ResolvedPos): boolean {
  return parent.type.spec.code === true || depth > 1
}

function edgeOfBlock($head: ResolvedPos, step: -1 | 1): number {
  return step < 0 ? $head.before() : $head.after()
}

/** Between rows the keys of tables do it; undefined then. */
function edgeOfTable($head: ResolvedPos, step: -1 | 1): number | undefined {
  for (let depth = $head.depth; depth > 0; depth -= 1) {
    if ($head.node(depth).type.name !== 'table') continue
    const isLast = $head.index(depth) === (step < 0 ? 0 : $head.node(depth).childCount - 1)
    if (!isLast) return undefined
    return step < 0 ? $head.before(depth) : $head.after(depth)
  }
  return edgeOfBlock($head, step)
}

/** The place in the line of the target that stands below, or above, where the caret is. */
function below(view: EditorView, from: number, $target: ResolvedPos): number {
  const { left } = view.coordsAtPos(from)
  const { top, bottom } = view.coordsAtPos($target.pos)
  const found = view.posAtCoords({ left, top: (top + bottom) / 2 })?.pos
  if (found === undefined) return $target.pos
  const $found = view.state.doc.resolve(found)
  // In another cell of the same row, but never in another block of the page.
  return $found.parent.isTextblock && $found.index(0) === $target.index(0) ? found : $target.pos
}
