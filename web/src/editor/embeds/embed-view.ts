import type { NodeViewRenderer } from '@tiptap/core'
import type { Node as PageNode } from '@tiptap/pm/model'
import { pagePath } from '../../../../content/vocabulary.ts'
import { t } from '../messages.ts'
import { slotsOf } from './slots.ts'

function text(node: PageNode, attribute: string): string {
  const value: unknown = node.attrs[attribute]
  return typeof value === 'string' ? value : ''
}

/** A link to the page; its content is drawn below, when it is loaded and the reader can see it. */
export const embedView: NodeViewRenderer = ({ node, editor }) => {
  const slots = slotsOf(editor)
  let shown = node
  const dom = document.createElement('div')
  dom.className = 'page-embed'
  dom.setAttribute('role', 'group')
  const link = document.createElement('a')
  link.className = 'page-chip'
  const element = document.createElement('div')
  element.className = 'page-embed-content'
  dom.append(link, element)
  const setTitle = (title: string | undefined) => {
    const name = title ?? text(shown, 'label')
    link.textContent = name === '' ? t.untitledPage : name
    dom.setAttribute('aria-label', link.textContent)
  }
  const show = () => {
    const [pageId, anchor] = [text(shown, 'pageId'), text(shown, 'anchor')]
    link.href = `${pagePath}${pageId}${anchor === '' ? '' : `#${encodeURIComponent(anchor)}`}`
    setTitle(undefined)
    slots.put({ element, pageId, anchor: anchor === '' ? null : anchor, setTitle })
  }
  show()
  return {
    dom,
    stopEvent: (event) => event.target instanceof Node && element.contains(event.target),
    ignoreMutation: () => true,
    update: (next) => {
      if (next.type !== shown.type) return false
      if (!next.sameMarkup(shown)) {
        shown = next
        show()
      }
      return true
    },
    destroy: () => slots.remove(element),
  }
}
