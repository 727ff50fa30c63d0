import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import type { Node } from 'prosemirror-model'
import { Transform } from 'prosemirror-transform'
import { schema } from '../schema.ts'
import { isEven, mendTableAround, mendTables } from './mend-tables.ts'

const { doc, paragraph, table, tableRow, tableCell } = schema.nodes

const cell = (...content: Node[]) =>
  tableCell?.create(null, content.length === 0 ? [paragraph?.create() ?? []].flat() : content)
const tableOf = (rows: (Node | undefined)[][]) =>
  table?.create(
    null,
    rows.flatMap(
      (cells) =>
        tableRow?.create(
          null,
          cells.flatMap((one) => one ?? []),
        ) ?? [],
    ),
  )
const row = (count: number, first = cell()) => [
  first,
  ...Array.from({ length: count - 1 }, () => cell()),
]
const pageOf = (block: Node | undefined): Node => {
  assert.ok(doc !== undefined && block !== undefined)
  return doc.create(null, [block])
}

/** The cells in each row of each table. */
function widths(page: Node): number[][] {
  const found: number[][] = []
  page.descendants((node) => {
    if (node.type === table) found.push(node.children.map(({ childCount }) => childCount))
  })
  return found
}

describe('mendTables', () => {
  it('leaves a table that was uneven before', () => {
    const page = pageOf(tableOf([row(1), row(2)]))
    const tr = new Transform(page)
    mendTables(page, tr)
    assert.deepEqual(widths(tr.doc), [[1, 2]])
  })

  it('mends a table and those in its cells', () => {
    const before = pageOf(paragraph?.create())
    const inner = (short: number) =>
      cell(...[tableOf([row(2), row(short), row(2)])].flatMap((one) => one ?? []))
    for (const rows of [
      [row(2, inner(1)), row(3)],
      [row(3), row(2, inner(1))],
      [row(1, inner(1)), row(3, inner(1)), row(2, inner(1))],
    ]) {
      const tr = new Transform(pageOf(tableOf(rows)))
      mendTables(before, tr)
      tr.doc.check()
      const [outer = [], ...inside] = widths(tr.doc)
      assert.deepEqual(
        outer,
        rows.map(() => 3),
      )
      for (const counts of inside) assert.deepEqual(counts, [2, 2, 2])
    }
  })
})

describe('mendTableAround', () => {
  it('mends the table around a position and the one around that', () => {
    const inside = tableOf([row(1), row(2)])
    const page = pageOf(tableOf([row(2, cell(...[inside ?? []].flat())), row(3)]))
    const tr = new Transform(page)
    mendTableAround(tr, 8)
    tr.doc.check()
    tr.doc.descendants((node) => {
      if (node.type === table) assert.ok(isEven(node))
    })
  })
})
