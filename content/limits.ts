/** Deeper pages are unreadable, and all code that reads or writes documents recurses to this depth. */
export const maxDepth = 100

/** Nodes other than text: twice the number in 50,000 characters of short list items. */
export const maxNodes = 50_000

/** Characters of JSON, estimated during the check: about 2 MB. */
export const maxSize = 2_000_000

/** Marks on one text. Markdown such as `*a _b ` repeated would create thousands. */
export const maxMarks = 32

/** Characters of indentation in the written page. Deep quotes multiply lines. */
export const maxIndentation = 300_000

/** Characters of addresses and titles. A short reference can expand to a long address. */
export const maxAddresses = 200_000
