import type { NodeViewRenderer } from '@tiptap/core'
import type { Node as PageNode } from '@tiptap/pm/model'
import { t } from '../messages.ts'

/** An item of a list, with a box to tick when it has one. */
export const checkboxItem: NodeViewRenderer = ({ node, getPos, editor, view }) => {
  const dom = document.createElement('li')
  if (typeof node.attrs['checked'] !== 'boolean') {
    return { dom, contentDOM: dom, update: (next) => next.type === node.type && !hasBox(next) }
  }
  const box = document.createElement('input')
  box.type = 'checkbox'
  const holder = document.createElement('span')
  holder.className = 'item-box'
  holder.contentEditable = 'false'
  holder.append(box)
  const contentDOM = document.createElement('div')
  dom.className = 'checkbox-item'
  dom.append(holder, contentDOM)
  const show = (shown: PageNode) => {
    box.checked = shown.attrs['checked'] === true
    dom.dataset['checked'] = String(box.checked)
    box.setAttribute('aria-label', shown.firstChild?.textContent.slice(0, 80) || t.task)
  }
  box.addEventListener('change', () => {
    const position = getPos()
    if (position === undefined) return
    if (!editor.isEditable) box.checked = !box.checked
    else view.dispatch(view.state.tr.setNodeAttribute(position, 'checked', box.checked))
  })
  show(node)
  return {
    dom,
    contentDOM,
    stopEvent: (event) => event.target === box,
    ignoreMutation: (mutation) => !contentDOM.contains(mutation.target),
    update: (next) => {
      if (next.type !== node.type || !hasBox(next)) return false
      show(next)
      return true
    },
  }
}

function hasBox(node: PageNode): boolean {
  return typeof node.attrs['checked'] === 'boolean'
}
