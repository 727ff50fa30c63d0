import type { NodeViewRenderer } from '@tiptap/core'
import type { Node as PageNode } from '@tiptap/pm/model'
import { filePath } from '../../../../../content/vocabulary.ts'
import { reachable } from '../../../lib/access/share-link.ts'
import { formatSize } from '../../../lib/numbers.ts'
import { t } from '../../messages.ts'
import { canBeEmbedded, drawMedia } from './media.ts'

function text(node: PageNode, attribute: string): string {
  const value: unknown = node.attrs[attribute]
  return typeof value === 'string' ? value : ''
}

export function fileText(node: PageNode): string {
  const name = text(node, 'name') || t.file
  const size: unknown = node.attrs['size']
  return typeof size === 'number' ? t.fileWithSize({ name, size: formatSize(size) }) : name
}

/** A file as a link, or shown in place with the link below it. */
export const fileView: NodeViewRenderer = ({ node, getPos, editor, view }) => {
  let shown = node
  const dom = document.createElement('span')
  dom.className = 'file-node'
  const link = document.createElement('a')
  link.className = 'file-chip'
  const media = document.createElement('span')
  media.className = 'file-media'
  const button = document.createElement('button')
  button.type = 'button'
  button.className = 'file-embed'
  button.addEventListener('click', () => {
    const position = getPos()
    if (position === undefined) return
    const embed = shown.attrs['embed'] !== true
    view.dispatch(view.state.tr.setNodeAttribute(position, 'embed', embed))
  })
  const show = () => {
    const mimeType = text(shown, 'mimeType')
    const href = filePath + text(shown, 'fileId')
    const isEmbedded = shown.attrs['embed'] === true && canBeEmbedded(mimeType)
    link.href = href
    link.textContent = fileText(shown)
    button.textContent = isEmbedded ? t.showAsLink : t.showInPage
    dom.classList.toggle('is-embedded', isEmbedded)
    const key = `${href} ${mimeType} ${text(shown, 'name')}`
    if (!isEmbedded) {
      media.replaceChildren()
      delete media.dataset['shown']
    } else if (media.dataset['shown'] !== key) {
      media.dataset['shown'] = key
      media.replaceChildren(
        drawMedia({ url: reachable(href), mimeType, name: text(shown, 'name') || t.file }),
      )
    }
    const hasButton = editor.isEditable && canBeEmbedded(mimeType)
    dom.replaceChildren(...(isEmbedded ? [media] : []), link, ...(hasButton ? [button] : []))
  }
  show()
  return {
    dom,
    stopEvent: (event) =>
      event.target === button || (event.target instanceof Node && media.contains(event.target)),
    ignoreMutation: () => true,
    update: (next) => {
      if (next.type !== shown.type) return false
      if (!next.sameMarkup(shown)) {
        shown = next
        show()
      }
      return true
    },
  }
}
