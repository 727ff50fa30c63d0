import type { RawCommands } from '@tiptap/core'
import { Table, TableCell, TableHeader, TableRow } from '@tiptap/extension-table'
import { EditorState, type Transaction } from '@tiptap/pm/state'
import { mendTableAround } from '../../../../content/steps/mend-tables.ts'
import { ownDirection } from './direction.ts'
import { nodeFrom } from './from-spec.ts'

const evenCommands = [
  'addColumnBefore',
  'addColumnAfter',
  'deleteColumn',
  'addRowBefore',
  'addRowAfter',
  'deleteRow',
  'mergeCells',
  'splitCell',
  'toggleHeaderRow',
  'toggleHeaderColumn',
] as const

/** On a live page a table can be uneven for a moment. These commands would then change the wrong cells. */
const EvenTable = Table.extend({
  addCommands() {
    const commands: Partial<RawCommands> = { ...this.parent?.() }
    for (const name of evenCommands) {
      const command = commands[name]
      if (command === undefined) continue
      commands[name] = () => (props) => {
        const { dispatch, tr } = props
        if (dispatch === undefined) return command()(props)
        mendTableAround(tr, tr.selection.from)
        // Some commands map their positions through all steps of their transaction: they get one of their own.
        const { doc, selection } = tr
        const state = EditorState.create({ doc, selection })
        return command()({
          ...props,
          state,
          dispatch: (done: Transaction) => appendSteps(tr, done),
        })
      }
    }
    return commands
  },
})

function appendSteps(tr: Transaction, { steps, selection }: Transaction): void {
  for (const step of steps) tr.step(step)
  tr.setSelection(selection.getBookmark().resolve(tr.doc))
}

/**
 * Column widths stay in the document; Markdown has none. They are changed by `tables/column-resizer.tsx`, as the
 * extension knows neither fingers nor tables that are read from the right. A wide table scrolls inside its wrapper.
 */
export const tables = [
  nodeFrom(
    'table',
    EvenTable.configure({
      renderWrapper: true,
      cellMinWidth: 80,
      ...ownDirection,
    }),
  ),
  nodeFrom('tableRow', TableRow),
  nodeFrom('tableHeader', TableHeader),
  nodeFrom('tableCell', TableCell),
]
