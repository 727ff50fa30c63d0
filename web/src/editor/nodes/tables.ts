import { Table, TableCell, TableHeader, TableRow } from '@tiptap/extension-table'
import { ownDirection } from './direction.ts'
import { nodeFrom } from './from-spec.ts'

/** Column widths stay in the document; Markdown has none. A wide table scrolls inside its wrapper. */
export const tables = [
  nodeFrom(
    'table',
    Table.configure({
      renderWrapper: true,
      resizable: true,
      cellMinWidth: 80,
      handleWidth: 6,
      ...ownDirection,
    }),
  ),
  nodeFrom('tableRow', TableRow),
  nodeFrom('tableHeader', TableHeader),
  nodeFrom('tableCell', TableCell),
]
