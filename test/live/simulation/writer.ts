import { randomUUID } from 'node:crypto'
import { history } from 'prosemirror-history'
import type { Node } from 'prosemirror-model'
import { EditorState } from 'prosemirror-state'
import type { Transaction } from 'prosemirror-state'
import { collab } from '../../../web/src/live/collab.ts'
import type { View } from '../../../web/src/live/collab.ts'

/** A browser without a screen: the state of an editor with the plugin of live pages and undo. */
export type Writer = View & { state: EditorState; readonly id: string }

export function startWriter(doc: Node, version = 0, id: string = randomUUID()): Writer {
  const writer: Writer = {
    id,
    state: EditorState.create({ doc, plugins: [history(), collab(version)] }),
    dispatch: (transaction: Transaction) => {
      writer.state = writer.state.apply(transaction)
    },
  }
  return writer
}
