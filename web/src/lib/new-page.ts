/** State of the history's entry of a page that was just made: its title is to be written first. */
export const asNew = { isNew: true }

export function isNewPage(state: unknown): boolean {
  return typeof state === 'object' && state !== null && 'isNew' in state && state.isNew === true
}
