/** The Markdown of a program as Quire reads Markdown. */
export type Prepared = { text: string; properties: Record<string, unknown> }
