import type { Editor } from '@tiptap/core'
import type { SelectionBookmark } from '@tiptap/pm/state'
import { useCallback, useRef, useState } from 'react'
import type { BlockRange } from './block-range.ts'
import { BlockSelection } from './block-selection.ts'
import { selectBlocks } from './use-block-drag.ts'

/** The menu of a block, which selects the block for as long as it is open. */
export function useBlockMenu(editor: Editor, onOpen: (range: BlockRange) => void) {
  const [isOpen, setOpen] = useState(false)
  const next = useRef<() => void>(undefined)
  const before = useRef<{ doc: unknown; selection: SelectionBookmark }>(undefined)
  const open = useCallback(
    (range: BlockRange) => {
      before.current = { doc: editor.state.doc, selection: editor.state.selection.getBookmark() }
      selectBlocks(editor, range)
      onOpen(range)
      setOpen(true)
    },
    [editor, onOpen],
  )
  const close = () => {
    setOpen(false)
    const { state, view } = editor
    const was = before.current
    // Without a change the cursor goes back to where it was.
    if (was?.doc === state.doc && state.selection instanceof BlockSelection) {
      view.dispatch(state.tr.setSelection(was.selection.resolve(state.doc)))
    }
    const { current } = next
    next.current = undefined
    if (current === undefined) view.focus()
    else current()
  }
  /** Runs when the menu has closed, and takes the focus. */
  const afterwards = (run: () => void) => {
    next.current = run
  }
  return { isOpen, open, close, afterwards }
}
