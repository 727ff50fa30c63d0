/** What a link of a page leads to. */
export type Target =
  /** Elsewhere, or within the page: unchanged. */
  | { kind: 'public' }
  /** A page or file of this server. */
  | { kind: 'page' | 'file'; id: string; hash: string }
  /** Anything else on this server. */
  | { kind: 'private' }

const pageOrFile =
  /^\/(?:workspaces\/[^/]+\/)?(pages|files)\/([\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12})\/?(?:\?[^#]*)?(#.*)?$/i
const scheme = /^[a-z][a-z\d+.-]*:/i

/** `origins` are the addresses of this server, without a trailing slash. */
export function targetOf(url: string, origins: readonly string[]): Target {
  const path = pathOf(url.trim(), origins)
  if (path === undefined) return { kind: 'public' }
  const [, kind, id = '', hash = ''] = pageOrFile.exec(path) ?? []
  if (kind !== undefined) {
    return { kind: kind === 'pages' ? 'page' : 'file', id: id.toLowerCase(), hash }
  }
  return path.startsWith('/sites/') ? { kind: 'public' } : { kind: 'private' }
}

/** The path of an address on this server; undefined for one elsewhere. */
function pathOf(url: string, origins: readonly string[]): string | undefined {
  if (url.startsWith('#')) return undefined
  const lower = url.toLowerCase()
  for (const origin of origins) {
    if (!lower.startsWith(origin.toLowerCase())) continue
    const path = url.slice(origin.length)
    if (path === '' || /^[/?#\\]/.test(path)) return path
  }
  if (/^\/\/[^/\\]/.test(url)) return undefined
  if (scheme.test(url)) return undefined
  return url
}
