import { Table, TableCell, TableHeader, TableRow } from '@tiptap/extension-table'
import { nodeFrom } from './from-spec.ts'

/** Cells on paper and in Markdown are one width; a wide table scrolls inside its wrapper. */
export const tables = [
  nodeFrom('table', Table.configure({ renderWrapper: true })),
  nodeFrom('tableRow', TableRow),
  nodeFrom('tableHeader', TableHeader),
  nodeFrom('tableCell', TableCell),
]
