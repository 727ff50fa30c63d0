import { history } from 'prosemirror-history'
import type { Node } from 'prosemirror-model'
import { EditorState } from 'prosemirror-state'
import { collab } from '../../../web/src/live/collab.ts'
import type { View } from '../../../web/src/live/collab.ts'
import { mendUndo } from '../../../web/src/live/merge/mend-undo.ts'

/** A browser without a screen: the state of an editor with the plugin of live pages and undo. */
export type Writer = View & { state: EditorState; readonly id: string }

/** `now` is the clock of the undo history, which joins what is typed in quick succession. */
export function startWriter(doc: Node, version: number, id: string, now: () => number): Writer {
  const writer: Writer = {
    id,
    state: EditorState.create({
      doc,
      plugins: [history(), collab(version, () => mendUndo)],
    }),
    dispatch: (transaction) => {
      writer.state = writer.state.apply(transaction.setTime(1 + now()))
    },
  }
  return writer
}
