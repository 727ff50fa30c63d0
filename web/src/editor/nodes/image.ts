import { mergeAttributes } from '@tiptap/core'
import { Image } from '@tiptap/extension-image'
import { isSafeUrl } from '../../../../content/html/safe-url.ts'
import { alignments } from '../../../../content/vocabulary.ts'
import { t } from '../messages.ts'
import { nodeFrom } from './from-spec.ts'
import { imageView } from './media/image-view.ts'

const base = Image.extend({
  addAttributes() {
    return {
      ...this.parent?.(),
      align: {
        parseHTML: (element: HTMLElement) =>
          alignments.find((align) => align === element.getAttribute('align')) ?? null,
      },
    }
  },
})

/** Into the clipboard goes the image itself, wherever it is; shown is only one of our own. */
export const image = nodeFrom('image', base).extend({
  renderHTML: ({ node, HTMLAttributes }) => {
    const alt = String(node.attrs['alt'] ?? '')
    if (!isSafeUrl(String(node.attrs['src'] ?? ''))) {
      return ['span', { class: 'image-refused' }, alt || t.image]
    }
    return ['img', mergeAttributes(HTMLAttributes, { alt, loading: 'lazy', decoding: 'async' })]
  },
  addNodeView: () => imageView,
})
