import type { NodeViewRenderer } from '@tiptap/core'
import type { Node as PageNode } from '@tiptap/pm/model'
import { viewLanguage } from '../../../../content/views/query.ts'
import { putViewSlot, removeViewSlot } from '../../lib/view-slots/view-slots.ts'

type Block = Pick<Parameters<NodeViewRenderer>[0], 'getPos' | 'editor' | 'view'> & {
  /** The block, which gets the view at its end. */
  dom: HTMLElement
  read: () => PageNode
  /** Puts the cursor into the source. */
  open: () => void
}

/** The view of a code block, drawn by the app while the block has the language of views. */
export function drawnView({ dom: block, read, getPos, editor, view, open }: Block) {
  const dom = document.createElement('div')
  dom.className = 'drawn-view'
  dom.contentEditable = 'false'
  // A press on a cell or button would put the cursor into the source, where the next key is written.
  dom.addEventListener('mousedown', (event) => {
    const isField =
      event.target instanceof Element && event.target.closest('input, textarea, select')
    if (!isField) event.preventDefault()
  })
  const replace = (source: string) => {
    const position = getPos()
    if (position === undefined) return
    const [from, to] = [position + 1, position + 1 + read().content.size]
    const { tr, schema } = view.state
    view.dispatch(
      source === '' ? tr.delete(from, to) : tr.replaceWith(from, to, schema.text(source)),
    )
  }
  let shown: string | undefined
  const destroy = () => {
    shown = undefined
    dom.remove()
    removeViewSlot(dom)
  }
  const show = () => {
    const { attrs, textContent: source } = read()
    const isView = attrs['language'] === viewLanguage
    block.classList.toggle('is-view', isView)
    if (!isView && shown !== undefined) destroy()
    if (!isView || source === shown) return
    shown = source
    block.append(dom)
    // Outside of the editor's update, because what listens draws.
    queueMicrotask(() => {
      if (shown !== source) return
      putViewSlot({ dom, source, replace: editor.isEditable ? replace : null, open })
    })
  }
  const contains = (target: EventTarget | null) => target instanceof Node && dom.contains(target)
  return { show, contains, destroy }
}
