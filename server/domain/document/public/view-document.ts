import { type ContentNode, paragraph } from '../../../../content/node.ts'

/** A view as a page of a site shows it: all of it as text, with the addresses of pages on the site. */
export type ShownView = {
  show: 'table' | 'board' | 'list'
  columns: { name: string; label: string }[]
  rows: ShownRow[]
  /** Null without grouping: then all pages are in `rows`. */
  groups: { label: string; pages: number; totals: string; rows: ShownRow[] }[] | null
  /** Below the pages; empty for none. */
  notes: string[]
}

/** The parts of each cell by the name of its column. */
export type ShownRow = { cells: Record<string, ShownValue[]> }
export type ShownValue = { text: string; href?: string | undefined }

/** A view as blocks of a page. A board is a table for each of its columns. */
export function viewDocument({ show, columns, rows, groups, notes }: ShownView): ContentNode[] {
  const drawn = (of: readonly ShownRow[]) =>
    of.length === 0 ? [] : [show === 'list' ? list(columns, of) : table(columns, of)]
  const grouped = (groups ?? []).flatMap(({ label, pages, totals, rows: own }) => [
    paragraph([
      { type: 'text', text: label, marks: [{ type: 'bold' }] },
      text(` ${pages}${totals === '' ? '' : ` · ${totals}`}`),
    ]),
    ...drawn(own),
  ])
  const below = notes.map((note) => paragraph([text(note)]))
  return [...(groups === null ? drawn(rows) : grouped), ...below]
}

function table(columns: ShownView['columns'], rows: readonly ShownRow[]): ContentNode {
  const head = columns.map(({ label }) => cell('tableHeader', [text(label)]))
  const body = rows.map(({ cells }) => ({
    type: 'tableRow',
    content: columns.map(({ name }) => cell('tableCell', inline(cells[name] ?? []))),
  }))
  return { type: 'table', content: [{ type: 'tableRow', content: head }, ...body] }
}

function list(columns: ShownView['columns'], rows: readonly ShownRow[]): ContentNode {
  const items = rows.map(({ cells }) => {
    const filled = columns
      .map(({ name }) => inline(cells[name] ?? []))
      .filter(({ length }) => length > 0)
    const parts = filled.flatMap((part, index) => (index === 0 ? part : [text(' · '), ...part]))
    return { type: 'listItem', content: [paragraph(parts)] }
  })
  return { type: 'bulletList', content: items }
}

function cell(type: string, content: readonly ContentNode[]): ContentNode {
  return { type, content: [paragraph(content)] }
}

function inline(values: readonly ShownValue[]): ContentNode[] {
  return values
    .filter((value) => value.text !== '')
    .flatMap((value, index) => {
      const shown = text(value.text)
      const { href } = value
      const linked =
        href === undefined ? shown : { ...shown, marks: [{ type: 'link', attrs: { href } }] }
      return index === 0 ? [linked] : [text(', '), linked]
    })
}

function text(value: string): ContentNode {
  return { type: 'text', text: value }
}
