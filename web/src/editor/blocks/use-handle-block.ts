import type { Editor } from '@tiptap/core'
import type { Transaction } from '@tiptap/pm/state'
import { useEffect, useState } from 'react'
import { blockAt, type BlockRange, blocksIn } from './block-range.ts'
import { blockAtPoint } from './handle-position.ts'

/** The block that has the handle: the one under the pointer, else the one with the caret. */
export function useHandleBlock(editor: Editor): {
  range: BlockRange | undefined
  setRange: (range: BlockRange | undefined) => void
} {
  const [range, setRange] = useState<BlockRange>()
  useEffect(() => {
    const area = editor.view.dom.closest('.page-article') ?? editor.view.dom
    let frame = 0
    const follow = (event: Event) => {
      if (!(event instanceof PointerEvent) || event.pointerType === 'touch') return
      if (event.buttons !== 0 || isOnHandle(event.target)) return
      cancelAnimationFrame(frame)
      frame = requestAnimationFrame(() => {
        if (editor.isDestroyed || isMenuOpen()) return
        const found = blockAtPoint(editor.view, { x: event.clientX, y: event.clientY })
        if (found !== undefined) setRange((was) => (isSame(was, found) ? was : found))
      })
    }
    const onSelection = () => {
      if (isMenuOpen() || !editor.isFocused) return
      const { selection } = editor.state
      const found = blocksIn(selection)
      setRange(found && blockAt(editor.state.doc, found.from))
    }
    const onTransaction = ({ transaction }: { transaction: Transaction }) => {
      if (!transaction.docChanged) return
      const { mapping, doc } = transaction
      setRange((was) => was && blockAt(doc, mapping.map(was.from, 1)))
    }
    // Another width moves the block, and with it the handle.
    const onResize = () => setRange((was) => was && { ...was })
    // The tap that made the tools load has set the caret before they were here.
    onSelection()
    area.addEventListener('pointermove', follow)
    window.addEventListener('resize', onResize)
    editor.on('selectionUpdate', onSelection)
    editor.on('focus', onSelection)
    editor.on('transaction', onTransaction)
    return () => {
      cancelAnimationFrame(frame)
      area.removeEventListener('pointermove', follow)
      window.removeEventListener('resize', onResize)
      editor.off('selectionUpdate', onSelection)
      editor.off('focus', onSelection)
      editor.off('transaction', onTransaction)
    }
  }, [editor])
  return { range, setRange }
}

function isOnHandle(target: EventTarget | null): boolean {
  return target instanceof Element && target.closest('.block-handle, .editor-toolbar') !== null
}

function isMenuOpen(): boolean {
  return document.querySelector('.block-handle[aria-expanded="true"]') !== null
}

function isSame(one: BlockRange | undefined, other: BlockRange): boolean {
  return one?.from === other.from && one.to === other.to
}
