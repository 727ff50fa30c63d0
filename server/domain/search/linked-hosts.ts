import { hostOf } from '../../../content/links/link-hosts.ts'
import { cutFragment } from '../../search/ranking/fragments.ts'
import { pageLinks, searchHits } from '../../store/index.ts'
import { readBlocks } from '../document/stored-body.ts'
import type { PartHit, SearchContext, SelectPages } from './search.ts'

/** Pages that are looked up; a filter leaves some of them. */
const maxPages = 200
/** The text of a longer page is not shown with its hit. */
const longBodyBytes = 16 * 1024

type Among = {
  k: number
  /** Pages that are found already. */
  found: ReadonlySet<string>
  pageIds: readonly string[] | undefined
  select: SelectPages | undefined
}

/** Pages whose links lead to the host that a query names, newest first. None for a query of several words. */
export async function findByHost(
  { store, viewer }: Pick<SearchContext, 'store' | 'viewer'>,
  query: string,
  { k, found, pageIds, select }: Among,
): Promise<PartHit[]> {
  const host = namedHost(query)
  if (host === undefined || k <= 0) return []
  const linking = await pageLinks.toHost(store, viewer, host, maxPages)
  const tagged = pageIds && new Set(pageIds)
  const others = linking.filter(
    ({ pageId }) => !found.has(pageId) && (tagged === undefined || tagged.has(pageId)),
  )
  const chosen = await select?.(others.map(({ pageId }) => pageId))
  const shown = others
    .filter(({ pageId }) => chosen === undefined || chosen.has(pageId))
    .slice(0, k)
  const ids = shown.map(({ pageId }) => pageId)
  const rows =
    ids.length === 0 ? [] : await searchHits.texts(store, viewer, { ids, maxBytes: longBodyBytes })
  const texts = new Map(rows.map((row) => [row.id, row]))
  return shown.flatMap(({ pageId, block }): PartHit[] => {
    const row = texts.get(pageId)
    if (row === undefined) return []
    const blocks = row.blocks === null ? [] : readBlocks(row.blocks, pageId)
    const text = blocks.find(({ number }) => number === block)?.text ?? ''
    const { workspaceId } = viewer
    const content = cutFragment(text, { start: 0, end: 0 })
    return [{ pageId, workspaceId, blockNumber: block, title: row.title, content, beginning: '' }]
  })
}

/** A host or its first names, as people type them: `https://example.com/path`, `example.com`, `example`. */
function namedHost(query: string): string | undefined {
  const text = query.trim()
  if (!/^[\p{L}\p{N}]\S{2,}$/u.test(text) || text.includes('"')) return undefined
  return hostOf(/^https?:/i.test(text) ? text : `//${text}`)
}
