import type { Node } from 'prosemirror-model'
import type { Transform } from 'prosemirror-transform'

/**
 * Adds an empty header row to tables that lost theirs, where all tables of the other documents have one: rows that others
 * added to a table of the run stay, and Markdown has no table without a header.
 */
export function mendHeaders(tr: Transform, others: readonly Node[]): void {
  const found = withoutHeader(tr.doc)
  if (found.length === 0 || others.some((document) => withoutHeader(document).length > 0)) return
  for (const { table, pos } of found.toReversed()) {
    const { tableHeader } = tr.doc.type.schema.nodes
    const row = table.firstChild
    const cells = row?.children.flatMap(({ attrs }) => {
      const { colspan, colwidth } = attrs
      return tableHeader?.createAndFill({ colspan, colwidth }) ?? []
    })
    if (row !== null && cells !== undefined) tr.insert(pos + 1, row.type.create(null, cells))
  }
}

function withoutHeader(document: Node): { table: Node; pos: number }[] {
  const found: { table: Node; pos: number }[] = []
  document.descendants((table, pos) => {
    if (table.type.name !== 'table') return !table.isTextblock
    const cells = table.firstChild?.children ?? []
    if (cells.some(({ type }) => type.name !== 'tableHeader')) found.push({ table, pos })
    return true
  })
  return found
}
