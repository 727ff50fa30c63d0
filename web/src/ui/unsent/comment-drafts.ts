const drafts = new Map<string, string>()

/** Remembers what a field for comments contains, so that a page that closes can hand it back. */
export function keepDraft(fieldId: string, text: string): void {
  if (text.trim() === '') drafts.delete(fieldId)
  else drafts.set(fieldId, text)
}

/** The comments that are typed and not sent; the one changed last comes last. */
export function commentDrafts(): string {
  return [...drafts.values()].join('\n\n')
}
