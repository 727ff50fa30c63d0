import { mergeAttributes, Node } from '@tiptap/core'
import { nodeFrom } from './from-spec.ts'

/** Outside of the editor a toggle is what HTML has for it, so that other programs can read it. */
const base = Node.create({
  addAttributes: () => ({
    open: {
      parseHTML: (element: HTMLElement) => element.hasAttribute('open'),
      renderHTML: ({ open }: Record<string, unknown>) => (open === true ? { open: '' } : {}),
    },
  }),
  parseHTML: () => [{ tag: 'details' }],
  renderHTML: ({ HTMLAttributes }) => ['details', HTMLAttributes, 0],
})

const summary = Node.create({
  parseHTML: () => [{ tag: 'summary' }],
  renderHTML: ({ HTMLAttributes }) => ['summary', HTMLAttributes, 0],
})

const content = Node.create({
  parseHTML: () => [{ tag: 'div[data-type="detailsContent"]' }],
  renderHTML: ({ HTMLAttributes }) => [
    'div',
    mergeAttributes(HTMLAttributes, { 'data-type': 'detailsContent' }),
    0,
  ],
})

export const details = [
  nodeFrom('details', base),
  nodeFrom('detailsSummary', summary),
  nodeFrom('detailsContent', content),
]
