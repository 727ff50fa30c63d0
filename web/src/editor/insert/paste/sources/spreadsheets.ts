import { all } from '../elements.ts'
import type { Source } from '../source.ts'

/** Excel, Google Sheets, LibreOffice Calc and Numbers: one table, cells as they are shown. */
export const spreadsheets: Source = {
  name: 'Spreadsheets',
  detects: ({ html }) =>
    /google-sheets-html-origin|data-sheets-|content="?Excel\.Sheet|office:excel|sdval=|sdnum=|name="generator" content="LibreOffice/i.test(
      html,
    ),
  clean: (body) => {
    for (const column of all(body, 'colgroup, col')) column.remove()
    for (const wrapper of all(body, 'google-sheets-html-origin')) {
      wrapper.replaceWith(...wrapper.childNodes)
    }
    for (const row of all(body, 'tr[style*="mso-hide"], tr[hidden]')) row.remove()
    for (const cell of all(body, 'td, th')) {
      const checked = cell.getAttribute('data-sheets-value')
      const isBox = /"1":4\b/.test(checked ?? '') && /^(?:TRUE|FALSE)$/.test(cell.textContent ?? '')
      if (isBox) cell.textContent = cell.textContent === 'TRUE' ? '☑' : '☐'
    }
  },
}
