import { Plugin } from '@tiptap/pm/state'
import { Decoration, DecorationSet } from '@tiptap/pm/view'

/** Marks the code block with the cursor: a diagram shows its source while it is written. */
export function showsSource(): Plugin {
  return new Plugin({
    props: {
      decorations: ({ doc, selection: { $from } }) => {
        if ($from.parent.type.name !== 'codeBlock') return DecorationSet.empty
        const around = Decoration.node($from.before(), $from.after(), { class: 'has-cursor' })
        return DecorationSet.create(doc, [around])
      },
    },
  })
}
