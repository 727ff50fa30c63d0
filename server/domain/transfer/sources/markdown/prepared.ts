/** The Markdown of a program as Quire reads Markdown. */
export type Prepared = { text: string; properties: Record<string, unknown> }

export type MarkdownTask = {
  text: string
  dialect: 'notion' | 'outline'
  /** Names of properties that the page can have. */
  keys: readonly string[]
  /** Values of these properties that go over several lines. */
  values?: readonly string[]
}
