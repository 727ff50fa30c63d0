/** The kinds of a callout, as GitHub names its alerts. */
export const calloutKinds = ['note', 'tip', 'important', 'warning', 'caution'] as const

export const uuid = /^[\da-f]{8}-[\da-f]{4}-[\da-f]{4}-[\da-f]{4}-[\da-f]{12}$/i

/** Where a page and a file of this installation are linked from a document. */
export const pagePath = '/pages/'
export const filePath = '/files/'

/**
 * Which mark is outside when several cover the same text, unless their depths say otherwise. Code
 * is not among them: it is always innermost.
 */
export const markOrder: readonly string[] = [
  'link',
  'italic',
  'bold',
  'strike',
  'underline',
  'highlight',
]

/** An empty comment: ends a paragraph without a blank line, and shows nothing. */
export const separator = '<!---->'

/** What a footnote may be called: anything that stands between its brackets as it is. */
export const footnoteLabel = /^[^\s[\]\\`|]{1,200}$/
