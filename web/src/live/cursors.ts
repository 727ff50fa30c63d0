import { type EditorState, Plugin, PluginKey, type Transaction } from 'prosemirror-state'
import { DecorationSet } from 'prosemirror-view'

const key = new PluginKey<DecorationSet>('cursors')

/** Keeps the cursors of others as they are drawn. They follow the text until they are set anew. */
export function cursors(): Plugin {
  return new Plugin<DecorationSet>({
    key,
    state: {
      init: () => DecorationSet.empty,
      apply: (transaction, shown) => {
        // SAFETY: only setCursors sets it.
        const given = transaction.getMeta(key) as DecorationSet | undefined
        return given ?? shown.map(transaction.mapping, transaction.doc)
      },
    },
    props: { decorations: (state) => key.getState(state) },
  })
}

/** Calls back when the person moves the cursor, comes into the text or leaves it. */
export function selectionWatch(moved: () => void): Plugin {
  return new Plugin({
    view: () => ({
      update: ({ state }, before) => {
        if (!state.selection.eq(before.selection)) moved()
      },
    }),
    props: {
      handleDOMEvents: {
        focus: () => moved(),
        blur: () => moved(),
      },
    },
  })
}

export function setCursors(state: EditorState, drawn: DecorationSet): Transaction {
  return state.tr.setMeta(key, drawn).setMeta('addToHistory', false)
}
