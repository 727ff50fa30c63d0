/** State of the history's entry of a page that was just made: its title is to be written first. */
export const asNew = { isNew: true } as const

/** The same for a page from a template, which may say where its text is to be written. */
export function asNewAt(cursor: number | null): { isNew: true; cursor?: number } {
  return { isNew: true, ...(cursor === null ? {} : { cursor }) }
}

/** The position in the text where a new page is to be written first. */
export function cursorOf(state: unknown): number | undefined {
  if (typeof state !== 'object' || state === null || !('cursor' in state)) return undefined
  return typeof state.cursor === 'number' ? state.cursor : undefined
}

export function isNewPage(state: unknown): boolean {
  return typeof state === 'object' && state !== null && 'isNew' in state && state.isNew === true
}
