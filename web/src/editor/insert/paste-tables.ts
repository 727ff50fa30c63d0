import { Extension } from '@tiptap/core'
import { Plugin } from '@tiptap/pm/state'

/**
 * A spreadsheet's table names no head, and without one it would be no table of Markdown: its first row
 * becomes the head. What was copied in Quire is left as it is.
 */
export function withHeaderRows(html: string): string {
  if (!/<table/i.test(html) || /data-pm-slice/.test(html)) return html
  const page = new DOMParser().parseFromString(html, 'text/html')
  for (const table of page.querySelectorAll('table')) {
    if (table.querySelector('th') === null) makeHeaderRow(table)
  }
  return page.body.innerHTML
}

function makeHeaderRow(table: HTMLTableElement): void {
  // The list of cells is a living one, and each of them is replaced.
  for (const cell of Array.from(table.rows[0]?.cells ?? [])) {
    const head = table.ownerDocument.createElement('th')
    head.append(...cell.childNodes)
    head.colSpan = cell.colSpan
    head.rowSpan = cell.rowSpan
    cell.replaceWith(head)
  }
}

export const PasteTables = Extension.create({
  name: 'pasteTables',
  addProseMirrorPlugins() {
    return [new Plugin({ props: { transformPastedHTML: withHeaderRows } })]
  },
})
