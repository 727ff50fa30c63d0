import type { ResolvedPos } from 'prosemirror-model'
import { TextSelection } from 'prosemirror-state'
import type { Command, EditorState, Selection, Transaction } from 'prosemirror-state'
import { mendTableAround } from '../../../content/steps/mend-tables.ts'

/** Runs a command with the cursor at `pos`, without moving the cursor of the state. */
export function runAt(state: EditorState, command: Command, pos: number): Transaction | undefined {
  return runWith(state, command, pos, ($pos) => TextSelection.near($pos))
}

/** The same with another selection. An uneven table around `pos` is mended first, as in the editor. */
export function runWith(
  state: EditorState,
  command: Command,
  pos: number,
  select: ($pos: ResolvedPos) => Selection,
): Transaction | undefined {
  const work = state.tr
  mendTableAround(work, pos)
  const $pos = work.doc.resolve(work.mapping.map(pos))
  let found: Transaction | undefined
  command(state.apply(work.setSelection(select($pos))), ({ steps }) => {
    found = state.tr
    for (const step of [...work.steps, ...steps]) found.step(step)
  })
  return found
}
