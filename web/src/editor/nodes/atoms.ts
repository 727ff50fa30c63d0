import { Extension, mergeAttributes } from '@tiptap/core'
import type { Node } from '@tiptap/core'
import type { DOMOutputSpec, Node as PageNode } from '@tiptap/pm/model'
import { NodeSelection } from '@tiptap/pm/state'
import type { EditorView } from '@tiptap/pm/view'
import { isSafeUrl } from '../../../../content/html/safe-url.ts'
import { filePath, pagePath } from '../../../../content/vocabulary.ts'
import { nodeFrom } from './from-spec.ts'
import type { NodeName } from './from-spec.ts'
import { openSelectedSource, sourceView } from './source-view.ts'

type Shown = (node: PageNode) => { tag: string; attributes: Record<string, string>; text: string }

/** An inline node that shows as one piece, and comes back from the clipboard with all it holds. */
function inlineAtom(name: NodeName, shown: Shown): Node {
  return nodeFrom(name).extend({
    renderHTML: ({ node, HTMLAttributes }): DOMOutputSpec => {
      const { tag, attributes, text } = shown(node)
      return [tag, mergeAttributes(HTMLAttributes, attributes, { 'data-node': name }), text]
    },
    renderText: ({ node }) => shown(node).text,
  })
}

const text = (node: PageNode, attribute: string) => {
  const value: unknown = node.attrs[attribute]
  return typeof value === 'string' ? value : ''
}

const units = ['bytes', 'KB', 'MB', 'GB', 'TB']

function fileSize(size: unknown): string {
  if (typeof size !== 'number') return ''
  const power = Math.min(units.length - 1, Math.floor(Math.log10(Math.max(1, size)) / 3))
  const value = size / 1000 ** power
  return ` (${value.toFixed(power > 0 && value < 10 ? 1 : 0)} ${units[power]})`
}

const file = inlineAtom('file', (node) => ({
  tag: 'a',
  attributes: { href: filePath + text(node, 'fileId'), class: 'file-chip' },
  text: `${text(node, 'name') || 'File'}${fileSize(node.attrs['size'])}`,
}))

const pageMention = inlineAtom('pageMention', (node) => ({
  tag: 'a',
  attributes: { href: pagePath + text(node, 'pageId'), class: 'page-chip' },
  text: text(node, 'label') || 'Untitled page',
}))

const emptyLink = inlineAtom('emptyLink', (node) => ({
  tag: 'a',
  attributes: isSafeUrl(text(node, 'href')) ? { href: text(node, 'href') } : {},
  text: '\u{1F517}',
}))

const footnoteReference = inlineAtom('footnoteReference', (node) => ({
  tag: 'sup',
  attributes: { class: 'footnote-reference', title: `Footnote ${text(node, 'label')}` },
  text: text(node, 'label'),
}))

const footnoteDefinition = nodeFrom('footnoteDefinition').extend({
  renderHTML: ({ node, HTMLAttributes }): DOMOutputSpec => [
    'section',
    mergeAttributes(HTMLAttributes, {
      'data-node': 'footnoteDefinition',
      'data-name': text(node, 'label'),
      'aria-label': `Footnote ${text(node, 'label')}`,
    }),
    0,
  ],
})

const latex = { attribute: 'latex', label: 'Formula', placeholder: 'E = mc^2' } as const
const html = { attribute: 'html', label: 'HTML source', placeholder: '<b>…</b>' } as const

function source(name: NodeName, field: typeof latex | typeof html): Node {
  const view = sourceView(field)
  return nodeFrom(name).extend({ addNodeView: () => view })
}

const OpenSelected = Extension.create({
  name: 'openSelected',
  addKeyboardShortcuts() {
    const { editor } = this
    return { Enter: () => openSelectedSource(editor.view) || followSelected(editor.view) }
  },
})

/** Goes where the page or the file that is selected leads. */
function followSelected(view: EditorView): boolean {
  const { selection } = view.state
  if (!(selection instanceof NodeSelection)) return false
  const dom = view.nodeDOM(selection.from)
  if (!(dom instanceof HTMLAnchorElement)) return false
  dom.click()
  return true
}

export const blockAtoms = [
  source('blockMath', latex),
  source('htmlBlock', html),
  footnoteDefinition,
]
export const inlineAtoms = [
  emptyLink,
  source('inlineMath', latex),
  source('htmlInline', html),
  footnoteReference,
  file,
  pageMention,
  OpenSelected,
]
