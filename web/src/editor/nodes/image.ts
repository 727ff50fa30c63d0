import { mergeAttributes } from '@tiptap/core'
import { Image } from '@tiptap/extension-image'
import { type DOMOutputSpec, DOMSerializer, type Node as PageNode } from '@tiptap/pm/model'
import { isSafeUrl } from '../../../../content/html/safe-url.ts'
import { reachable } from '../../lib/access/share-link.ts'
import { drawForeignImage, foreignHost } from '../../ui/foreign-image.ts'
import { t } from '../messages.ts'
import { nodeFrom } from './from-spec.ts'

function read({ attrs }: PageNode): { src: string; alt: string } {
  return { src: String(attrs['src'] ?? ''), alt: String(attrs['alt'] ?? '') }
}

function specOf(node: PageNode, attributes: Record<string, unknown>): DOMOutputSpec {
  const { src, alt } = read(node)
  if (!isSafeUrl(src)) return ['span', { class: 'image-refused' }, alt || t.image]
  return ['img', mergeAttributes(attributes, { alt, loading: 'lazy', decoding: 'async' })]
}

/** Into the clipboard goes the image itself, wherever it is; shown is only one of our own. */
export const image = nodeFrom('image', Image).extend({
  renderHTML: ({ node, HTMLAttributes }) => specOf(node, HTMLAttributes),
  addNodeView:
    () =>
    ({ node, HTMLAttributes }) => {
      const { src, alt } = read(node)
      const host = isSafeUrl(src) ? foreignHost(src) : undefined
      if (host === undefined) {
        const shown = { ...HTMLAttributes, src: reachable(src) }
        return DOMSerializer.renderSpec(document, specOf(node, shown))
      }
      const isLinked = node.marks.some(({ type }) => type.name === 'link')
      return { dom: drawForeignImage({ src, alt, host }, isLinked ? 'link' : 'text') }
    },
})
