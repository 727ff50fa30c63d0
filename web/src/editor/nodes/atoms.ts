import { Extension, mergeAttributes } from '@tiptap/core'
import type { Node } from '@tiptap/core'
import type { DOMOutputSpec, Node as PageNode } from '@tiptap/pm/model'
import { NodeSelection } from '@tiptap/pm/state'
import type { EditorView } from '@tiptap/pm/view'
import { isSafeUrl } from '../../../../content/html/safe-url.ts'
import { filePath, pagePath } from '../../../../content/vocabulary.ts'
import { embedView } from '../embeds/embed-view.ts'
import { t } from '../messages.ts'
import { date } from './dates.ts'
import { nodeFrom } from './from-spec.ts'
import type { NodeName } from './from-spec.ts'
import { fileText, fileView } from './media/file-view.ts'
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

const file = inlineAtom('file', (node) => ({
  tag: 'a',
  attributes: { href: filePath + text(node, 'fileId'), class: 'file-chip' },
  text: fileText(node),
})).extend({ addNodeView: () => fileView })

const pageMention = inlineAtom('pageMention', (node) => ({
  tag: 'a',
  attributes: { href: pagePath + text(node, 'pageId'), class: 'page-chip' },
  text: text(node, 'label') || t.untitledPage,
}))

const anchor = inlineAtom('anchor', (node) => ({
  tag: 'span',
  attributes: { id: text(node, 'id') },
  text: '',
}))

const pageEmbed = inlineAtom('pageEmbed', (node) => ({
  tag: 'div',
  attributes: { class: 'page-embed' },
  text: text(node, 'label') || t.untitledPage,
})).extend({ addNodeView: () => embedView })

const emptyLink = inlineAtom('emptyLink', (node) => ({
  tag: 'a',
  attributes: isSafeUrl(text(node, 'href')) ? { href: text(node, 'href') } : {},
  text: '\u{1F517}',
}))

const footnoteReference = inlineAtom('footnoteReference', (node) => ({
  tag: 'sup',
  attributes: { class: 'footnote-reference', title: t.footnote({ label: text(node, 'label') }) },
  text: text(node, 'label'),
}))

const footnoteDefinition = nodeFrom('footnoteDefinition').extend({
  renderHTML: ({ node, HTMLAttributes }): DOMOutputSpec => [
    'section',
    mergeAttributes(HTMLAttributes, {
      'data-node': 'footnoteDefinition',
      'data-name': text(node, 'label'),
      'aria-label': t.footnote({ label: text(node, 'label') }),
    }),
    0,
  ],
})

function source(name: NodeName, attribute: 'latex' | 'html'): Node {
  const view = sourceView(attribute)
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
  const link = dom instanceof HTMLElement && (dom.matches('a') ? dom : dom.querySelector('a'))
  if (!link) return false
  link.click()
  return true
}

export const blockAtoms = [
  source('blockMath', 'latex'),
  source('htmlBlock', 'html'),
  pageEmbed,
  footnoteDefinition,
]
export const inlineAtoms = [
  emptyLink,
  source('inlineMath', 'latex'),
  source('htmlInline', 'html'),
  footnoteReference,
  file,
  pageMention,
  date,
  anchor,
  OpenSelected,
]
