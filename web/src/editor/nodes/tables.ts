import { createChainableState, type RawCommands } from '@tiptap/core'
import { Table, TableCell, TableHeader, TableRow } from '@tiptap/extension-table'
import { mendTableAround } from '../../../../content/steps/mend-tables.ts'
import { ownDirection } from './direction.ts'
import { nodeFrom } from './from-spec.ts'

const lineCommands = [
  'addColumnBefore',
  'addColumnAfter',
  'deleteColumn',
  'addRowBefore',
  'addRowAfter',
  'deleteRow',
] as const

/** On a live page a table can be uneven for a moment. These commands would then change the wrong cells. */
const EvenTable = Table.extend({
  addCommands() {
    const commands: Partial<RawCommands> = { ...this.parent?.() }
    for (const name of lineCommands) {
      const command = commands[name]
      if (command === undefined) continue
      commands[name] = () => (props) => {
        const { dispatch, editor, tr } = props
        if (dispatch !== undefined) mendTableAround(tr, tr.selection.from)
        const state = createChainableState({ state: editor.state, transaction: tr })
        return command()({ ...props, state })
      }
    }
    return commands
  },
})

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
