import { posix } from 'node:path'
import { sectionAnchor } from '../../../../content/links/anchors.ts'
import { wikilinkTarget } from '../../../../content/links/wikilinks.ts'

/** What a URL on a page names in its folder. */
export type NamedTarget = {
  /** Paths from the root that it can mean, the likeliest first; none outside the folder. */
  paths: readonly string[]
  /** The name of a page or file anywhere in the folder, which wikilinks give; '' for the page itself. */
  name: string | undefined
  /** The place in the target, with `#`: a wikilink names a heading by its text. */
  anchor: (target: 'page' | 'file') => string
}

/** Folders whose files a site has at its root. */
const rootFolders = ['', 'public', 'static', 'assets']

const ownAddress = /^\/(?:workspaces|pages|files)\/[\da-f]{8}-/i

/** Undefined for a URL that leads elsewhere: to another site, or to Quire itself. */
export function readUrl(source: string, url: string): NamedTarget | undefined {
  const target = wikilinkTarget(url)
  if (target !== undefined) return readWikilink(source, target)
  if (url === '' || /^(?:[a-z][a-z\d+.-]*:|\/\/|[#?\\])/i.test(url) || ownAddress.test(url))
    return undefined
  const [address = '', ...anchors] = url.split('#')
  const anchor = anchors.length > 0 ? `#${anchors.join('#')}` : ''
  const path = decodedPath(address.replace(/\?.*$/s, ''))
  const joined = path.startsWith('/')
    ? roots(source).map((root) => locate(root, path.replace(/^\/+/, '')))
    : [locate(posix.dirname(source), path)]
  const paths = joined.filter((one) => one !== undefined)
  return { paths, name: undefined, anchor: () => anchor }
}

/** The address of a file for `readUrl`. */
export function fileUrl(path: string): string {
  return path.split('/').map(encodeURIComponent).join('/')
}

function readWikilink(source: string, target: string): NamedTarget | undefined {
  const [given = '', ...sections] = target.split('#')
  const name = given.trim()
  const section = sections.at(-1)?.trim() ?? ''
  const anchor = (kind: 'page' | 'file') => {
    if (section === '') return ''
    return kind === 'page' ? sectionAnchor(section) : `#${encodeURI(section)}`
  }
  if (name === '') return section === '' ? undefined : { paths: [], name, anchor }
  const path = name.replace(/^\/+/, '')
  const paths = [locate('', path), locate(posix.dirname(source), path)]
  return { paths: paths.filter((one) => one !== undefined), name, anchor }
}

/** The folders that can be the root of the site that a page belongs to: those above it, and their public folders. */
function roots(source: string): string[] {
  const names = posix.dirname(source) === '.' ? [] : posix.dirname(source).split('/')
  const ancestors = Array.from({ length: names.length + 1 }, (_, depth) =>
    names.slice(0, depth).join('/'),
  )
  return ancestors.flatMap((folder) => rootFolders.map((name) => posix.join(folder, name)))
}

/** The path from the root, or undefined outside it. */
function locate(folder: string, path: string): string | undefined {
  const joined = posix.join(folder, path).replace(/\/+$/, '')
  if (joined === '..' || joined.startsWith('../') || joined.includes('\0')) return undefined
  return joined === '.' ? '' : joined
}

/** A percent sign that begins no code stands for itself. */
export function decodedPath(path: string): string {
  return path.replaceAll(/(?:%[\da-f]{2})+/gi, (codes) => {
    try {
      return decodeURIComponent(codes)
    } catch {
      return codes
    }
  })
}
