import { Extension } from '@tiptap/core'
import type { Node as PageNode } from '@tiptap/pm/model'
import { Plugin } from '@tiptap/pm/state'
import type { EditorState, Transaction } from '@tiptap/pm/state'
import { Decoration, DecorationSet } from '@tiptap/pm/view'

/**
 * A line end inside a paragraph of Markdown is a space to a reader. The editor has to keep white
 * space as it is, so these alone are shown as HTML shows them.
 */
export const SoftBreaks = Extension.create({
  name: 'softBreaks',
  addProseMirrorPlugins() {
    const plugin: Plugin<DecorationSet> = new Plugin({
      state: {
        init: (_, state) =>
          DecorationSet.create(state.doc, breaksIn(state.doc, 0, state.doc.content.size)),
        apply: (transaction, decorations) => updated(transaction, decorations),
      },
      props: {
        decorations: (state: EditorState) => plugin.getState(state),
      },
    })
    return [plugin]
  },
})

function breaksIn(doc: PageNode, from: number, to: number): Decoration[] {
  const found: Decoration[] = []
  doc.nodesBetween(from, to, (node, position) => {
    if (node.type.spec.code === true) return false
    if (!node.isText || node.text === undefined) return true
    for (let at = node.text.indexOf('\n'); at >= 0; at = node.text.indexOf('\n', at + 1)) {
      found.push(Decoration.inline(position + at, position + at + 1, { class: 'soft-break' }))
    }
    return false
  })
  return found
}

function updated(transaction: Transaction, before: DecorationSet): DecorationSet {
  if (!transaction.docChanged) return before
  let decorations = before.map(transaction.mapping, transaction.doc)
  for (const [index, map] of transaction.mapping.maps.entries()) {
    const rest = transaction.mapping.slice(index + 1)
    map.forEach((_from, _to, start, end) => {
      const from = rest.map(start, -1)
      const to = rest.map(end, 1)
      decorations = decorations
        .remove(decorations.find(from, to))
        .add(transaction.doc, breaksIn(transaction.doc, from, to))
    })
  }
  return decorations
}
