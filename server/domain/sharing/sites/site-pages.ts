import { createHash } from 'node:crypto'
import { slugify } from '../../../lib/text.ts'
import { startTimeSlice } from '../../../lib/time-slices.ts'
import { pageLookup, type Reader, sites, type Viewer } from '../../../store/index.ts'

/** A page among those that are shown together. */
export type ShownPage = {
  id: string
  /** Below the address that all pages share; empty for the first page of a site. */
  path: string
  title: string
  icon: string | null
  parent: ShownPage | undefined
  children: ShownPage[]
}

/** A page of a site, without anything that its visitors may not know except `id`. */
export type SitePage = Omit<ShownPage, 'parent' | 'children'> & {
  /** Identifies the page on its site; the ID of the page cannot be derived from it. */
  key: string
  updatedAt: number
  parent: SitePage | undefined
  children: SitePage[]
}

/** The pages of a site. */
export type SitePages = {
  root: SitePage
  /** In the order of the tree. */
  all: SitePage[]
  byId: ReadonlyMap<string, SitePage>
  byKey: ReadonlyMap<string, SitePage>
}

/** Pages of one site; later ones in the tree are not on it. */
export const maxSitePages = 10_000
const parentBatchSize = 128
const rowBatchSize = 500
const maxPathLength = 60

/** Identifies a page or file on a site. */
export function publicKey(siteId: string, id: string): string {
  const hash = createHash('sha256').update(`${siteId} ${id}`).digest('hex')
  return BigInt(`0x${hash.slice(0, 12)}`)
    .toString(36)
    .padStart(10, '0')
}

/** The page of a site and the readable pages below it; undefined if the site cannot read its page. */
export async function readSitePages(
  reader: Reader,
  viewer: Viewer,
  site: Pick<sites.SiteRow, 'id' | 'pageId'>,
): Promise<SitePages | undefined> {
  const first = await pageLookup.get(reader, viewer, site.pageId)
  if (first === undefined) return undefined
  const root = toPage(site.id, first, undefined)
  root.path = ''
  const byId = new Map([[root.id, root]])
  let level = [root]
  while (level.length > 0) {
    const next: SitePage[] = []
    for (let start = 0; start < level.length; start += parentBatchSize) {
      const parents = level.slice(start, start + parentBatchSize)
      for await (const row of rowsBelow(reader, viewer, parents)) {
        const parent = byId.get(row.parentId)
        if (parent === undefined || byId.has(row.id) || byId.size >= maxSitePages) continue
        const page = toPage(site.id, row, parent)
        parent.children.push(page)
        byId.set(page.id, page)
        next.push(page)
      }
    }
    level = next
  }
  const all = [...inOrder(root)]
  return { root, all, byId, byKey: new Map(all.map((page) => [page.key, page])) }
}

async function* rowsBelow(
  reader: Reader,
  viewer: Viewer,
  parents: readonly SitePage[],
): AsyncGenerator<sites.SitePageRow> {
  const ids = parents.map(({ id }) => id)
  const timeSlice = startTimeSlice()
  let after = { parentId: '', position: '', id: '' }
  for (;;) {
    const rows = await sites.below(reader, viewer, ids, { after, limit: rowBatchSize })
    yield* rows
    const last = rows.at(-1)
    if (last === undefined || rows.length < rowBatchSize) return
    after = { parentId: last.parentId, position: last.position, id: last.id }
    if (timeSlice.isOver()) await timeSlice.pause()
  }
}

function* inOrder(page: SitePage): Generator<SitePage> {
  // Without recursion: a tree can be deep.
  const open = [page]
  for (let next = open.pop(); next !== undefined; next = open.pop()) {
    yield next
    open.push(...next.children.toReversed())
  }
}

function toPage(
  siteId: string,
  { id, title, icon, updatedAt }: Pick<sites.SitePageRow, 'id' | 'title' | 'icon' | 'updatedAt'>,
  parent: SitePage | undefined,
): SitePage {
  const key = publicKey(siteId, id)
  return { id, key, path: pathOf(title, key), title, icon, updatedAt, parent, children: [] }
}

function pathOf(title: string, key: string): string {
  const name = Array.from(slugify(title)).slice(0, maxPathLength).join('')
  return name === '' ? key : `${name}-${key}`
}

/** The key at the end of a path. */
export function keyOf(path: string): string | undefined {
  return /(?:^|-)([a-z0-9]{10})$/.exec(path)?.[1]
}
