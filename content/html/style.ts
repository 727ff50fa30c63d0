import type { ContentNode } from '../node.ts'
import type { Direction } from './direction.ts'
import { attributes } from './escape.ts'

/** How some blocks are written, where a website and a file differ. The parameters are HTML already. */
export type HtmlStyle = {
  /**
   * The `dir` of lists, quotes, toggles and tables is `auto`, or none for null. The direction of a page is that of all
   * its blocks but those in another script.
   */
  direction: 'auto' | Direction | null
  /** A formula as HTML; undefined where its source is shown. */
  formula: (latex: string, isBlock: boolean) => string | undefined
  /** Null for no ID. */
  headingId: (heading: ContentNode) => string | null
  taskBox: (isDone: boolean) => string
  code: (code: string) => string
  /** A line end within a paragraph, which HTML shows as a space. */
  lineEnd: string
  table: (rows: string) => string
  callout: (kind: string, blocks: string) => string
  footnote: (label: string, blocks: string) => string
}

/** What a line end within a paragraph is in a workspace that keeps line breaks, and in others. */
export function lineEnds(keepsLineBreaks: boolean): HtmlStyle['lineEnd'] {
  return keepsLineBreaks ? '<br>\n' : '\n'
}

export const plainStyle: HtmlStyle = {
  direction: null,
  formula: () => undefined,
  headingId: () => null,
  taskBox: (isDone) => `<input type="checkbox" disabled=""${isDone ? ' checked=""' : ''}> `,
  code: (code) => `<pre>${code}</pre>`,
  lineEnd: '\n',
  table: (rows) => `<table><tbody>${rows}</tbody></table>`,
  callout: (kind, blocks) =>
    `<blockquote${attributes({ 'data-callout': kind })}>${blocks}</blockquote>`,
  footnote: (label, blocks) => `<section${attributes({ id: `fn-${label}` })}>${blocks}</section>`,
}
