import type { NodeViewRenderer } from '@tiptap/core'
import type { Node as PageNode } from '@tiptap/pm/model'
import { isSafeUrl } from '../../../../../content/html/safe-url.ts'
import { reachable } from '../../../lib/access/share-link.ts'
import { drawForeignImage, foreignHost } from '../../../ui/foreign-image.ts'
import { t } from '../../messages.ts'
import { captionField } from './caption.ts'
import { resizeHandle } from './resize-handle.ts'

function read(node: PageNode, name: string): string {
  const value: unknown = node.attrs[name]
  return typeof value === 'string' || typeof value === 'number' ? String(value) : ''
}

/** An image with its caption below it, and a handle for its width when the page may be changed. */
export const imageView: NodeViewRenderer = ({ node, getPos, editor, view }) => {
  let shown = node
  const src = read(node, 'src')
  const host = isSafeUrl(src) ? foreignHost(src) : undefined
  const dom = document.createElement('span')
  dom.className = 'image-frame'
  const isImage = isSafeUrl(src) && host === undefined
  const image = document.createElement('img')
  const change = (name: string, value: string | number | null) => {
    const position = getPos()
    if (position === undefined || value === shown.attrs[name]) return
    view.dispatch(view.state.tr.setNodeAttribute(position, name, value))
  }
  const picture = document.createElement('span')
  picture.className = 'image-picture'
  const caption = captionField({
    isEditable: () => editor.isEditable,
    change: (text) => change('title', text === '' ? null : text),
    leave: () => view.focus(),
  })
  const handle = resizeHandle(image, (width) => {
    const position = getPos()
    if (position === undefined) return
    const { tr } = view.state
    tr.setNodeAttribute(position, 'width', width).setNodeAttribute(position, 'height', null)
    view.dispatch(tr)
  })
  const show = () => {
    dom.dataset['align'] = read(shown, 'align')
    caption.show(read(shown, 'title'))
    if (!isImage) return
    image.alt = read(shown, 'alt')
    showSize(image, shown)
  }
  if (isImage) {
    image.loading = 'lazy'
    image.decoding = 'async'
    image.src = reachable(src)
    picture.append(image, ...(editor.isEditable ? [handle] : []))
    dom.append(picture, caption.dom)
  } else dom.append(drawOther(node, host))
  show()
  return {
    dom,
    stopEvent: (event) =>
      event.target === handle ||
      (event.target instanceof Node && caption.dom.contains(event.target)),
    ignoreMutation: () => true,
    update: (next) => {
      if (next.type !== shown.type || read(next, 'src') !== src) return false
      if (!isImage && !next.sameMarkup(shown)) return false
      shown = next
      show()
      return true
    },
  }
}

function showSize(image: HTMLImageElement, node: PageNode): void {
  for (const name of ['width', 'height']) {
    const value = read(node, name)
    if (value === '') image.removeAttribute(name)
    else image.setAttribute(name, value)
  }
}

/** An image that is on another host is a link to it, and one with an unsafe address is its description. */
function drawOther(node: PageNode, host: string | undefined): HTMLElement {
  const alt = read(node, 'alt')
  if (host !== undefined) {
    const isLinked = node.marks.some(({ type }) => type.name === 'link')
    return drawForeignImage({ src: read(node, 'src'), alt, host }, isLinked ? 'link' : 'text')
  }
  const refused = document.createElement('span')
  refused.className = 'image-refused'
  refused.textContent = alt || t.image
  return refused
}
