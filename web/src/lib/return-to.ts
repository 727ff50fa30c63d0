/** Where a person wanted to go before signing in: kept in the history's state, in no address. */
export function returnToOf(state: unknown): string {
  const isStored = typeof state === 'object' && state !== null && 'to' in state
  if (!isStored || typeof state.to !== 'string') return '/'
  // Two slashes would be another host's address, also where dots stand before them.
  const url = URL.parse(state.to, location.origin)
  const isOwn = url?.origin === location.origin && !url.pathname.startsWith('//')
  return isOwn && /^\/(?!\/|\\)/.test(state.to) ? state.to : '/'
}
