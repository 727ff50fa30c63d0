const drafts = new Map<string, string>()
const removals = new Map<string, ReturnType<typeof setTimeout>>()

/** When access to a page ends, its comments may go a moment before the page closes. */
const graceMs = 5000

/** Remembers what a field for comments contains, so that a page that closes can hand it back. */
export function keepDraft(fieldId: string, text: string): void {
  clearTimeout(removals.get(fieldId))
  removals.delete(fieldId)
  if (text.trim() === '') drafts.delete(fieldId)
  else drafts.set(fieldId, text)
}

/** The field is gone. Its text can be handed back for some seconds. */
export function dropDraft(fieldId: string): void {
  if (!drafts.has(fieldId)) return
  clearTimeout(removals.get(fieldId))
  removals.set(
    fieldId,
    setTimeout(() => keepDraft(fieldId, ''), graceMs),
  )
}

/** The comments that are typed and not sent; the one changed last comes last. */
export function commentDrafts(): string {
  return [...drafts.values()].join('\n\n')
}
