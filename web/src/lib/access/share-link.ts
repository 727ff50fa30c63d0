const linkPath = /^\/s\/[\da-f-]{36}(?=\/|$)/

/** The path below which a visitor of a share link asks for everything; empty in the app itself. */
export const linkBase = linkPath.exec(location.pathname)?.[0] ?? ''

/** The address of a page or a file of this server, for visitors through their link, with its token. */
export function reachable(address: string): string {
  if (linkBase === '') return address
  if (address.startsWith('/files/')) return linkBase + address
  return address.startsWith('/pages/') ? linkBase + address + location.hash : address
}
