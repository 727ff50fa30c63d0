import type { PagePart as Part } from '../../../content/read/page-part.ts'

export type { PartChoice } from '../../../content/read/page-part.ts'

/** The outline or a part of a page that was found. */
export type PagePart = Extract<Part, { ok: true }>
