/** Deeper pages are unreadable, and every reader and writer of documents recurses this deep. */
export const maxDepth = 100

/** Nodes other than text: twice what 50,000 characters of short list items make. */
export const maxNodes = 50_000

/** Characters of JSON, estimated while checking: about 2 MB. */
export const maxSize = 2_000_000

/** Marks on one text. Markdown such as `*a _b ` repeated would put thousands on it. */
export const maxMarks = 32

/** Characters of indentation that a page may need when it is written. Deep quotes multiply lines. */
export const maxIndentation = 300_000

/** Characters of addresses and titles. A short reference can stand for a long address. */
export const maxAddresses = 200_000
