import type { Editor } from '@tiptap/core'
import { TextSelection } from '@tiptap/pm/state'

/** Puts a footnote in at the cursor, and goes to where its text stands: at the end of the page. */
export function insertFootnote(editor: Editor): void {
  const { state, view } = editor
  const { schema, doc } = state
  const taken = new Set<unknown>()
  doc.descendants((node) => {
    if (node.type.name.startsWith('footnote')) taken.add(node.attrs['label'])
  })
  let number = 1
  while (taken.has(String(number))) number += 1
  const label = String(number)
  const transaction = state.tr.replaceSelectionWith(schema.node('footnoteReference', { label }))
  const end = transaction.doc.content.size
  transaction.insert(end, schema.node('footnoteDefinition', { label }, schema.node('paragraph')))
  transaction.setSelection(TextSelection.near(transaction.doc.resolve(end + 2)))
  view.dispatch(transaction.scrollIntoView())
  view.focus()
}
