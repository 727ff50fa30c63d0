import type { Addresses } from '../../../../content/urls.ts'
import { loadOnce } from '../../../lib/load-later.ts'
import { pageLookup } from '../../../store/index.ts'
import type { WorkspaceContext } from '../../context.ts'

const loadWikilinks = loadOnce(() => import('../../../../content/links/wikilinks.ts'))

/** Further wikilinks of a text stay as they are written. */
const maxTargets = 200
/** Pages with the title of a wikilink that are compared. */
const maxSameTitle = 20
const wikilink = /\[\[([^[\]\n|]{1,500})/g

/** What a wikilink names besides the pages of the workspace. */
export type WikiNames = {
  /** IDs of pages of the same call by title and by path, which are not stored yet. */
  titles?: ReadonlyMap<string, string>
  /** Of several pages with a title, the one below this parent is meant. */
  parentId?: string | null
}

/**
 * The addresses of the wikilinks in Markdown that name one page that the caller can read, by title or by path:
 * `[[Handbook/Travel#Costs]]`. Those without one stay as they are written.
 */
export async function findAddresses(
  context: Pick<WorkspaceContext, 'store' | 'viewer'>,
  markdown: string,
  { titles = new Map(), parentId }: WikiNames = {},
): Promise<Addresses> {
  if (!markdown.includes('[[')) return {}
  const { wikilinkAddress, wikilinkAnchor, wikilinkName } = await loadWikilinks()
  const found = markdown.matchAll(wikilink).map(([, target = '']) => target)
  const targets = new Set(found.map((target) => target.replace(/\\$/, '').trim()))
  const addresses: Record<string, string> = {}
  const ids = new Map<string, Promise<string | undefined>>()
  const idOf = (name: string) => {
    const own = titles.get(name)
    const known = ids.get(name) ?? (own === undefined ? findPage(context, name, parentId) : own)
    const id = Promise.resolve(known)
    ids.set(name, id)
    return id
  }
  for (const target of [...targets].slice(0, maxTargets)) {
    const name = wikilinkName(target)
    if (name === '') {
      const anchor = wikilinkAnchor(target)
      if (anchor !== '') addresses[`[[${target}]]`] = anchor
      continue
    }
    const id = await idOf(name)
    if (id !== undefined) addresses[`[[${target}]]`] = wikilinkAddress(target, id)
  }
  return addresses
}

/** The only page with a title or a path of titles, or the only one below the parent. */
export async function findPage(
  { store, viewer }: Pick<WorkspaceContext, 'store' | 'viewer'>,
  title: string,
  parentId: string | null | undefined,
): Promise<string | undefined> {
  const titled = await pageLookup.byTitle(store, viewer, title, maxSameTitle)
  if (titled.length === 1) return titled[0]
  const parts = title.split('/').map((part) => part.trim())
  const last = parts.pop() ?? ''
  const isPath = titled.length === 0 && parts.length > 0
  const candidates = isPath ? await pageLookup.byTitle(store, viewer, last, maxSameTitle) : titled
  const matching: string[] = []
  for (const id of candidates) {
    const ancestors = await pageLookup.breadcrumb(store, viewer, id)
    const own = ancestors.slice(-parts.length).map((page) => page.title)
    const isMeant = isPath
      ? own.length === parts.length && own.every((one, index) => one === parts[index])
      : parentId !== undefined && (ancestors.at(-1)?.id ?? null) === parentId
    if (isMeant) matching.push(id)
  }
  return matching.length === 1 ? matching[0] : undefined
}
