import { all, isEmpty, make, rename, stylesOf, textOf, unwrap } from './elements.ts'

type Align = 'left' | 'center' | 'right' | null

/** Tables that can be written with pipes wherever that loses nothing a person sees. */
export function readTables(body: HTMLElement): void {
  for (const table of all(body, 'table')) {
    if (!body.contains(table)) continue
    if (isLayout(table)) unwrapTable(table)
    else readTable(table)
  }
  for (const part of all(body, 'td, th')) {
    if (part.closest('table') === null) unwrap(part)
  }
}

function rowsOf(table: Element): HTMLElement[] {
  return all(table, 'tr').filter((row) => row.closest('table') === table)
}

function cellsOf(row: Element): HTMLElement[] {
  return Array.from(row.children).filter(
    (cell): cell is HTMLElement => cell.nodeName === 'TD' || cell.nodeName === 'TH',
  )
}

/** A table that only places things, as those of e-mails do. */
function isLayout(table: Element): boolean {
  if (/^(?:presentation|none)$/.test(table.getAttribute('role') ?? '')) return true
  const rows = rowsOf(table).map(cellsOf)
  const isOneCell = rows.length === 1 && rows[0]?.length === 1
  return rows.length === 0 || isOneCell || table.querySelector('table') !== null
}

function unwrapTable(table: Element): void {
  const cells = rowsOf(table).flatMap(cellsOf)
  table.replaceWith(...cells.map((cell) => make(cell, 'div', {}, ...cell.childNodes)))
}

function readTable(table: HTMLElement): void {
  const caption = table.querySelector('caption')
  if (caption !== null) {
    const text = make(table, 'p', {}, ...caption.childNodes)
    caption.remove()
    if (!isEmpty(text)) table.before(text)
  }
  for (const row of rowsOf(table)) {
    const cells = cellsOf(row)
    if (cells.length === 0 || (cells.every(isEmpty) && !isSpanned(table))) row.remove()
  }
  removeEmptyColumns(table)
  const rows = rowsOf(table)
  const [first] = rows
  if (first === undefined) return table.remove()
  for (const cell of cellsOf(first)) retag(cell, 'th')
  for (const row of rows.slice(1)) for (const cell of cellsOf(row)) retag(cell, 'td')
  const cells = rowsOf(table).map(cellsOf)
  alignColumns(cells, isSpanned(table))
  for (const cell of cells.flat()) joinParagraphs(cell)
  const body = make(table, 'tbody', {}, ...rowsOf(table))
  table.replaceChildren(body)
}

function isSpanned(table: Element): boolean {
  return all(table, '[colspan], [rowspan]').some((cell) => spans(cell))
}

function spans(cell: Element): boolean {
  return [cell.getAttribute('colspan'), cell.getAttribute('rowspan')].some(
    (n) => Number(n ?? 1) > 1,
  )
}

function removeEmptyColumns(table: Element): void {
  if (isSpanned(table)) return
  const rows = rowsOf(table).map(cellsOf)
  const width = Math.max(0, ...rows.map((cells) => cells.length))
  const isBare = (column: number) => rows.every((cells) => isEmptyAt(cells, column))
  for (let column = width - 1; column > 0 && isBare(column); column -= 1) {
    for (const cells of rows) cells[column]?.remove()
  }
  if (width > 200) return
  const left = rowsOf(table).map(cellsOf)
  const wide = Math.max(0, ...left.map((cells) => cells.length))
  for (const cells of left) {
    for (let column = cells.length; column < wide; column += 1) {
      cells[0]?.parentElement?.append(make(table, 'td'))
    }
  }
}

function isEmptyAt(cells: readonly Element[], column: number): boolean {
  const cell = cells[column]
  return cell === undefined || isEmpty(cell)
}

function retag(cell: HTMLElement, tag: 'td' | 'th'): void {
  if (cell.nodeName === tag.toUpperCase()) return
  const attributes = Object.fromEntries(
    Array.from(cell.attributes, ({ name, value }) => [name, value]),
  )
  rename(cell, tag, attributes)
}

/** Several paragraphs are lines of one, which pipes can hold. */
function joinParagraphs(cell: Element): void {
  const parts = Array.from(cell.childNodes).filter((node) => !isEmpty(node))
  const isLines =
    parts.length > 0 &&
    parts.every(
      (part) => part.nodeName === 'P' || part.nodeName === 'DIV' || /^H\d$/.test(part.nodeName),
    ) &&
    cell.querySelector(
      'ul, ol, pre, blockquote, table, hr, p p, div p, div div, [data-node]:not(span)',
    ) === null
  if (!isLines) return
  const lines = parts.flatMap((part, index) => [
    ...(index === 0 ? [] : [make(cell, 'br')]),
    ...Array.from(part.childNodes),
  ])
  cell.replaceChildren(...lines)
}

function alignOf(cell: Element): Align {
  const named = cell.getAttribute('align') ?? stylesOf(cell).get('text-align')
  const [paragraph] = all(cell, 'p, div')
  const value = named ?? (paragraph && stylesOf(paragraph).get('text-align'))
  const align = value?.toLowerCase().replace(/^-(?:webkit|moz)-/, '')
  return align === 'center' || align === 'right' ? align : null
}

/** A column has one alignment: that of all of its cells below the head, or none. */
function alignColumns(rows: readonly (readonly HTMLElement[])[], hasSpans: boolean): void {
  const aligns = rows.map((cells) => cells.map(alignOf))
  for (const [index, cells] of rows.entries()) {
    for (const [column, cell] of cells.entries()) {
      const align = hasSpans ? null : shared(rows, aligns, column)
      for (const name of ['align', 'style', 'data-align']) cell.removeAttribute(name)
      if (align !== null) cell.setAttribute('align', align)
      if (index === 0) for (const bold of all(cell, 'b, strong')) unwrapWhole(cell, bold)
    }
  }
}

function shared(
  rows: readonly (readonly HTMLElement[])[],
  aligns: readonly (readonly Align[])[],
  column: number,
): Align {
  const found = new Set<Align>()
  for (const [index, cells] of rows.entries()) {
    const cell = cells[column]
    const isCounted = index > 0 || rows.length === 1
    if (isCounted && cell !== undefined && !isEmpty(cell))
      found.add(aligns[index]?.[column] ?? null)
  }
  const [only] = found
  return found.size === 1 && only !== undefined ? only : null
}

/** The head of a table is bold by itself. */
function unwrapWhole(cell: Element, bold: Element): void {
  if (textOf(bold) === textOf(cell)) unwrap(bold)
}
