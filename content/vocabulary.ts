/** The types of a callout, named as GitHub's alerts. */
export const calloutKinds = ['note', 'tip', 'important', 'warning', 'caution'] as const

export const uuid = /^[\da-f]{8}-[\da-f]{4}-[\da-f]{4}-[\da-f]{4}-[\da-f]{12}$/i

/** The addresses of pages and files of this installation in a document. */
export const pagePath = '/pages/'
export const filePath = '/files/'

/**
 * The order of marks on the same text, outermost first, unless their depths differ. Code is not in the list: it is
 * always innermost.
 */
export const markOrder: readonly string[] = [
  'link',
  'italic',
  'bold',
  'strike',
  'underline',
  'highlight',
]

/** An empty comment: ends a paragraph without a blank line, and is invisible. */
export const separator = '<!---->'

/** A footnote label: anything that can be between its brackets unchanged. */
export const footnoteLabel = /^[^\s[\]\\`|]{1,200}$/

/** The name of an anchor, and of the place in a page that an embed shows. */
export const anchorName = /^[\p{L}\p{M}\p{N}_.:-]{1,200}$/u

export const alignments = ['left', 'center', 'right'] as const

/** A day of the calendar as `YYYY-MM-DD`. */
export function isCalendarDate(text: string): boolean {
  if (!/^\d{4}-\d{2}-\d{2}$/.test(text)) return false
  const time = Date.parse(`${text}T00:00:00Z`)
  return !Number.isNaN(time) && new Date(time).toISOString().startsWith(text)
}
