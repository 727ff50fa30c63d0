import type { Node } from 'prosemirror-model'
import { type EditorState, Plugin, PluginKey, Selection, type Transaction } from 'prosemirror-state'
import { Decoration, DecorationSet } from 'prosemirror-view'

/** Where someone else is in the page, in its document as it is shown. */
export type ShownCursor = {
  connection: string
  name: string
  color: string
  isAgent: boolean
  anchor: number
  head: number
}

const key = new PluginKey<DecorationSet>('cursors')

/** Shows the cursors and selections of others. They follow the text until they are set anew. */
export function cursors(): Plugin {
  return new Plugin<DecorationSet>({
    key,
    state: {
      init: () => DecorationSet.empty,
      apply: (transaction, shown) => {
        // SAFETY: only showCursors sets it.
        const given = transaction.getMeta(key) as readonly ShownCursor[] | undefined
        if (given === undefined) return shown.map(transaction.mapping, transaction.doc)
        return DecorationSet.create(
          transaction.doc,
          given.flatMap((cursor) => decorate(cursor, transaction.doc)),
        )
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

export function showCursors(state: EditorState, shown: readonly ShownCursor[]): Transaction {
  return state.tr.setMeta(key, shown).setMeta('addToHistory', false)
}

function decorate(cursor: ShownCursor, document: Node): Decoration[] {
  const { size } = document.content
  const anchor = Math.min(cursor.anchor, size)
  const end = Math.min(cursor.head, size)
  // A program that adds a block ends behind it, where no caret can be.
  const head = end === anchor ? Selection.near(document.resolve(end), -1).head : end
  const { connection, name, color, isAgent } = cursor
  const caret = Decoration.widget(head, () => drawCaret(cursor), {
    key: `${connection} ${name} ${color}`,
    side: 10,
    ignoreSelection: true,
  })
  if (end === anchor) return [caret]
  const kind = isAgent ? 'live-selection live-agent' : 'live-selection'
  const style = `--live-color: ${safeColor(color)}`
  return [
    Decoration.inline(Math.min(head, anchor), Math.max(head, anchor), { class: kind, style }),
    caret,
  ]
}

/** A thin line with the name above it. Screen readers learn who is here from the list in the page bar. */
function drawCaret({ name, color, isAgent }: ShownCursor): HTMLElement {
  const caret = document.createElement('span')
  caret.className = isAgent ? 'live-caret live-agent' : 'live-caret'
  caret.style.setProperty('--live-color', safeColor(color))
  caret.setAttribute('aria-hidden', 'true')
  // Not as text: comments find what they quote in the text of the page.
  caret.dataset['name'] = name
  return caret
}

function safeColor(color: string): string {
  return /^#[\da-f]{6}$/i.test(color) ? color : '#868e96'
}
