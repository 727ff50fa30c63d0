import { posix } from 'node:path'
import type { ImportRoot } from './root.ts'

/** What a link of an imported page points to. */
export type Target =
  | { kind: 'elsewhere' }
  | { kind: 'page'; path: string; anchor: string }
  | { kind: 'file'; path: string; anchor: string }
  | { kind: 'broken'; reason: string }

export type LinkTargets = {
  root: Pick<ImportRoot, 'find'>
  /** Paths of pages: their Markdown files and their folders. */
  pages: { has: (path: string) => boolean }
  others: ReadonlySet<string>
  skipped: ReadonlySet<string>
}

const elsewhere: Target = { kind: 'elsewhere' }

/** What a relative URL on a page names: undefined for other URLs, and no path for one outside the folder. */
export type NamedPath = { path: string | undefined; anchor: string }

/** Only relative URLs can point into an import. */
export function readUrl(source: string, url: string): NamedPath | undefined {
  if (!isRelative(url)) return undefined
  const [address = '', ...anchors] = url.split('#')
  const anchor = anchors.length > 0 ? `#${anchors.join('#')}` : ''
  return { path: locate(posix.dirname(source), decoded(address.replace(/\?.*$/s, ''))), anchor }
}

/** The paths that a link to a page can name. */
export function pagePaths(path: string): string[] {
  return [path, `${path}.md`]
}

/** Resolves a URL on the page written in `source`. */
export async function followUrl(
  targets: LinkTargets,
  source: string,
  url: string,
): Promise<Target> {
  const named = readUrl(source, url)
  if (named === undefined) return elsewhere
  const { path, anchor } = named
  if (path === undefined) return { kind: 'broken', reason: 'points outside the folder' }
  const page = pagePaths(path).find((candidate) => targets.pages.has(candidate))
  if (page !== undefined) return { kind: 'page', path: page, anchor }
  if (targets.others.has(path)) return { kind: 'file', path, anchor }
  if (targets.skipped.has(path))
    return { kind: 'broken', reason: 'points to a file that was not imported' }
  const found = await targets.root.find(path)
  if ('size' in found) return { kind: 'file', path, anchor }
  return { kind: 'broken', reason: found.target }
}

function isRelative(url: string): boolean {
  return url !== '' && !/^(?:[a-z][a-z\d+.-]*:|[/#?\\])/i.test(url)
}

function decoded(path: string): string {
  try {
    return decodeURIComponent(path)
  } catch {
    return path
  }
}

/** The path from the root, or undefined outside it. */
function locate(folder: string, path: string): string | undefined {
  const joined = posix.join(folder, path).replace(/\/+$/, '')
  if (joined === '..' || joined.startsWith('../') || joined.includes('\0')) return undefined
  return joined === '.' ? '' : joined
}
