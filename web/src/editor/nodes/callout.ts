import { mergeAttributes, wrappingInputRule } from '@tiptap/core'
import type { NodeViewRenderer } from '@tiptap/core'
import type { DOMOutputSpec, Node as PageNode } from '@tiptap/pm/model'
import { calloutKinds } from '../../../../content/vocabulary.ts'
import { calloutTitle } from '../../ui/callout-title.ts'
import { selectField, showChoice } from '../menus/select-field.ts'
import { t } from '../messages.ts'
import { nodeFrom } from './from-spec.ts'
import { headedView } from './headed-view.ts'

/** `[!tip] ` at the start of a line makes one, as in GitHub's alerts. */
const typed = new RegExp(`^\\[!(${calloutKinds.join('|')})\\]\\s$`, 'i')

export const callout = nodeFrom('callout').extend({
  renderHTML: ({ node, HTMLAttributes }): DOMOutputSpec => {
    const kind = String(node.attrs['kind'])
    const attributes = {
      'data-node': 'callout',
      'data-callout': kind,
      'data-title': calloutTitle(kind),
      class: 'callout',
      role: 'note',
      'aria-label': calloutTitle(kind),
    }
    return ['div', mergeAttributes(HTMLAttributes, attributes), 0]
  },
  addNodeView: () => calloutView,
  addInputRules() {
    return [
      wrappingInputRule({
        find: typed,
        type: this.type,
        getAttributes: (match) => ({ kind: match[1]?.toLowerCase() }),
      }),
    ]
  },
})

/** A callout with its kind above it, as a choice when the page may be changed. */
const calloutView: NodeViewRenderer = ({ node, getPos, editor, view }) => {
  const dom = document.createElement('div')
  dom.className = 'callout'
  dom.dir = 'auto'
  dom.setAttribute('role', 'note')
  const head = document.createElement('div')
  head.className = 'callout-head'
  head.contentEditable = 'false'
  head.dir = 'auto'
  const choices = calloutKinds.map((kind) => ({ value: kind, text: calloutTitle(kind) }))
  const choice = selectField(t.calloutKind, choices, (kind) => {
    const position = getPos()
    if (position === undefined) return
    // The field keeps the focus: letters that choose a kind would be written into the page.
    view.dispatch(view.state.tr.setNodeAttribute(position, 'kind', kind))
  })
  const name = document.createElement('span')
  head.append(editor.isEditable ? choice : name)
  const contentDOM = document.createElement('div')
  dom.append(head, contentDOM)
  const show = (shown: PageNode) => {
    const kind = String(shown.attrs['kind'])
    dom.dataset['callout'] = kind
    dom.setAttribute('aria-label', calloutTitle(kind))
    name.textContent = calloutTitle(kind)
    showChoice(choice, kind, calloutTitle(kind))
  }
  return headedView({ dom, head, contentDOM }, node, show)
}
