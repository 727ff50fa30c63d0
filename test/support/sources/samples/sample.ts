/** A block as a program exports it, and the Markdown that it becomes. */
export type Sample = {
  /** The row of the table in `docs/import-export.md`. */
  block: string
  source: string
  markdown: string
  /** What it becomes, if Quire has no exact form for it. */
  as?: string
  /** Whether it is not in the page. */
  isLost?: boolean
}

/** What the documentation says of a sample. */
export function outcomeOf({ as, isLost }: Sample): string {
  if (isLost === true) return 'lost'
  return as === undefined ? 'kept' : as
}
