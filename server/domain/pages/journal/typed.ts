/**
 * What a change of the journal is taken for without a note: people type in the browser, programs write by the other
 * interfaces. Only the exceptions are noted, with `typed`.
 */
export function isTypedBy(via: string | null): boolean {
  return via === 'web'
}
