import { type HtmlStyle, plainStyle } from '../../../../../../content/html/style.ts'
import { calloutTitle } from '../../../../ui/callout-title.ts'

const border = 'border:1px solid #c4c4c4;padding:4px 8px;text-align:'
const marginal = 'border-left:3px solid #c4c4c4;margin-left:0;padding-left:12px'

/** HTML for Word, Outlook, Google Docs, Notion and Excel: they read tags and inline styles, and no classes. */
export const clipboardStyle: HtmlStyle = {
  ...plainStyle,
  taskBox: (isDone) => (isDone ? '☑ ' : '☐ '),
  table: (rows) =>
    `<table border="1" cellspacing="0" cellpadding="4" style="border-collapse:collapse"><tbody>${rows.replace(
      /<(t[dh])((?: [a-z]+="[^"]*")*)>/g,
      (_, tag: string, attributes: string) =>
        `<${tag}${attributes} style="${border}${/ align="(\w+)"/.exec(attributes)?.[1] ?? 'left'}">`,
    )}</tbody></table>`,
  code: (code) => `<pre style="font-family:monospace;white-space:pre-wrap">${code}</pre>`,
  callout: (kind, blocks) =>
    `<blockquote style="${marginal}"><p><strong>${calloutTitle(kind)}</strong></p>${blocks}</blockquote>`,
}
