import type { Editor } from '@tiptap/core'
import { AllSelection, TextSelection } from '@tiptap/pm/state'
import { Decoration, DecorationSet, type EditorView } from '@tiptap/pm/view'
import { addProps } from '../late-props.ts'
import { blocksIn, type BlockRange } from './block-range.ts'
import { BlockSelection } from './block-selection.ts'
import { extendSelection, neighbourOf } from './extend-selection.ts'
import { type Direction, nextGap } from './gaps.ts'
import { duplicateBlocks, moveBlocks } from './move-blocks.ts'

export type BlockActions = {
  openMenu: (range: BlockRange) => void
  announceMove: (range: BlockRange | undefined, direction: Direction) => void
}

/** Keys for blocks. Behind the menus of the editor, which have Escape first. */
export function installBlockKeys(editor: Editor, actions: BlockActions): () => void {
  const removeFirst = addProps(editor, 'first', {
    decorations: ({ doc, selection }) =>
      selection instanceof BlockSelection ? decorate(doc, selection) : null,
    keyDown: (view, event) =>
      handleSelected(view, event) || handleSelectAll(view, event) || handleMove(view, event),
    textInput: typeBehind,
  })
  const removeLast = addProps(editor, 'last', { keyDown: handleEscape })
  return () => {
    removeFirst()
    removeLast()
  }

  function handleMove(view: EditorView, event: KeyboardEvent): boolean {
    const direction = directionOf(event)
    if (direction !== undefined && event.altKey && !event.ctrlKey && !event.metaKey) {
      const range = blocksIn(view.state.selection)
      if (range === undefined) return false
      actions.announceMove(moveByKey(view, range, direction), direction)
      return true
    }
    const opens = (event.ctrlKey || event.metaKey) && event.key === '.'
    if (!opens && !(event.shiftKey && event.key === 'F10')) {
      return (event.ctrlKey || event.metaKey) && event.key.toLowerCase() === 'd'
        ? duplicateSelected(view)
        : false
    }
    const range = blocksIn(view.state.selection)
    if (range === undefined) return false
    event.preventDefault()
    actions.openMenu(range)
    return true
  }
}

/** Moves blocks by one step and leaves selected what was selected. */
export function moveByKey(
  view: EditorView,
  range: BlockRange,
  direction: Direction,
): BlockRange | undefined {
  const { tr, doc, selection } = view.state
  const target = nextGap(doc, range, direction)
  if (target === undefined) return undefined
  const offset = { anchor: selection.anchor - range.from, head: selection.head - range.from }
  const moved = moveBlocks(tr, range, target)
  if (moved === undefined) return undefined
  if (selection instanceof BlockSelection) {
    tr.setSelection(BlockSelection.of(tr.doc, moved, selection.isBackwards))
  } else {
    // A list of its own around a moved item is one position more.
    const grown = (moved.to - moved.from - (range.to - range.from)) / 2
    const at = (pos: number) => Math.min(moved.from + grown + pos, tr.doc.content.size)
    tr.setSelection(
      TextSelection.between(tr.doc.resolve(at(offset.anchor)), tr.doc.resolve(at(offset.head))),
    )
  }
  view.dispatch(tr.scrollIntoView())
  return moved
}

export function duplicateSelected(view: EditorView): boolean {
  const range = blocksIn(view.state.selection)
  if (range === undefined) return false
  const { tr } = view.state
  const copy = duplicateBlocks(tr, range)
  view.dispatch(tr.setSelection(BlockSelection.of(tr.doc, copy)).scrollIntoView())
  return true
}

function handleSelected(view: EditorView, event: KeyboardEvent): boolean {
  const { doc, selection, tr } = view.state
  if (!(selection instanceof BlockSelection)) return false
  if (event.altKey || event.ctrlKey || event.metaKey) return false
  const direction = directionOf(event)
  if (direction !== undefined) {
    const step = event.shiftKey ? extendSelection : neighbourOf
    const next = step(doc, selection, direction)
    if (next !== undefined) view.dispatch(tr.setSelection(next).scrollIntoView())
    return true
  }
  if (event.key !== 'Enter' && event.key !== 'Escape') return false
  const near = TextSelection.near(doc.resolve(selection.to), -1)
  view.dispatch(tr.setSelection(near).scrollIntoView())
  return true
}

/** What is typed over selected blocks goes behind them: a key pressed by mistake deletes nothing. */
function typeBehind(view: EditorView, text: string): boolean {
  const { doc, selection, tr } = view.state
  if (!(selection instanceof BlockSelection)) return false
  tr.setSelection(TextSelection.near(doc.resolve(selection.to), -1))
  view.dispatch(tr.insertText(text).scrollIntoView())
  return true
}

/** The second time: the first selects the text. */
function handleSelectAll(view: EditorView, event: KeyboardEvent): boolean {
  const isKey = event.key.toLowerCase() === 'a' && (event.ctrlKey || event.metaKey)
  if (!isKey || !isEverything(view)) return false
  const { doc, tr } = view.state
  view.dispatch(tr.setSelection(BlockSelection.of(doc, { from: 0, to: doc.content.size })))
  return true
}

function handleEscape(view: EditorView, event: KeyboardEvent): boolean {
  const { doc, selection, tr } = view.state
  if (event.key !== 'Escape' || event.shiftKey || event.isComposing) return false
  const range = blocksIn(selection)
  if (range === undefined) return false
  view.dispatch(tr.setSelection(BlockSelection.of(doc, range)))
  return true
}

function isEverything({ state: { doc, selection } }: EditorView): boolean {
  if (selection instanceof AllSelection) return true
  const first = TextSelection.atStart(doc)
  const last = TextSelection.atEnd(doc)
  return !selection.empty && selection.from <= first.from && selection.to >= last.to
}

function directionOf({ key }: KeyboardEvent): Direction | undefined {
  if (key === 'ArrowUp') return 'up'
  return key === 'ArrowDown' ? 'down' : undefined
}

function decorate(doc: Parameters<typeof DecorationSet.create>[0], range: BlockRange) {
  const decorations: Decoration[] = []
  const { parent } = doc.resolve(range.from)
  const start = doc.resolve(range.from).start()
  parent.forEach((node, offset) => {
    const from = start + offset
    if (from < range.from || from >= range.to) return
    decorations.push(Decoration.node(from, from + node.nodeSize, { class: 'selected-block' }))
  })
  return DecorationSet.create(doc, decorations)
}
