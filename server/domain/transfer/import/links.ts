import type { LinkIndex } from '../links/link-index.ts'
import { readUrl } from '../links/read-url.ts'
import type { ImportRoot } from './root.ts'

/** What a link of an imported page points to. */
export type Target =
  | { kind: 'elsewhere' }
  | { kind: 'here'; anchor: string }
  | { kind: 'page'; path: string; anchor: string }
  | { kind: 'file'; path: string; anchor: string }
  | { kind: 'broken'; reason: string }

export type LinkTargets = {
  root: Pick<ImportRoot, 'find'>
  /** Pages and files by the names that links have for them. */
  index: Pick<LinkIndex, 'find'>
  /** Paths of pages: their Markdown files and their folders. */
  pages: { has: (path: string) => boolean }
  others: ReadonlySet<string>
  skipped: ReadonlySet<string>
  /** Adds the titles and aliases of pages to the index, which a wikilink can name. */
  addNames: () => Promise<void>
}

/** Resolves a URL on the page written in `source`. */
export async function followUrl(
  targets: LinkTargets,
  source: string,
  url: string,
): Promise<Target> {
  const named = readUrl(source, url)
  if (named === undefined) return { kind: 'elsewhere' }
  const { paths, name, anchor } = named
  if (name === '') return { kind: 'here', anchor: anchor('page') }
  let path = targets.index.find(source, named)
  if (path === undefined && name !== undefined) {
    await targets.addNames()
    path = targets.index.find(source, named)
  }
  if (path !== undefined) {
    const kind = targets.pages.has(path) ? 'page' : 'file'
    return { kind, path, anchor: anchor(kind) }
  }
  if (name !== undefined) return { kind: 'broken', reason: 'does not exist' }
  if (paths.length === 0) return { kind: 'broken', reason: 'points outside the folder' }
  for (const candidate of paths) {
    if (targets.skipped.has(candidate))
      return { kind: 'broken', reason: 'points to a file that was not imported' }
    const found = await targets.root.find(candidate)
    if ('size' in found) return { kind: 'file', path: candidate, anchor: anchor('file') }
    if (found.target !== 'does not exist') return { kind: 'broken', reason: found.target }
  }
  return { kind: 'broken', reason: 'does not exist' }
}
