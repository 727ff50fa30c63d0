import { blocks } from '../content/blocks.ts'
import { checkDocument } from '../content/document.ts'
import { indexTokens } from '../search/tokens.ts'
import { checks, type Snapshot, type Store } from '../store/index.ts'
import { parseBlocks, searchText } from './content-tasks.ts'

/** Bodies that do not fit the schema, and texts and search entries that are not those of the body. */
export async function checkContents(
  store: Store,
  snapshot: Snapshot,
  livePages: ReadonlySet<string>,
  onPage: () => void,
): Promise<string[]> {
  const faults: string[] = []
  const withContent = new Set<string>()
  const indexed = new Set<string>()
  for await (const { pageId } of store.search.entries(snapshot)) indexed.add(pageId)
  const found = livePages.intersection(indexed)
  for await (const row of checks.contents(snapshot)) {
    withContent.add(row.pageId)
    const fault =
      faultOfBody(row) ??
      (found.has(row.pageId) ? await faultOfSearch(store, snapshot, row) : undefined)
    if (fault !== undefined) faults.push(`page ${row.pageId} ${fault}`)
    onPage()
  }
  for (const id of livePages.difference(withContent)) faults.push(`page ${id} has no body`)
  for (const id of livePages.difference(indexed)) {
    faults.push(`page ${id} is not in the search index`)
  }
  for (const id of indexed.difference(livePages)) {
    faults.push(`the search index holds ${id}, which is no page`)
  }
  return faults
}

function faultOfBody({ document, blocks: stored }: checks.ContentRow): string | undefined {
  const checked = checkDocument(parsed(document))
  if (!checked.ok) return `has a body that is no document: ${checked.reason} (${checked.path})`
  const isCurrent = JSON.stringify(blocks(checked.document)) === stored
  return isCurrent ? undefined : 'has block texts that are not those of its body'
}

async function faultOfSearch(
  store: Store,
  snapshot: Snapshot,
  { workspaceId, pageId, title, blocks: stored }: checks.ContentRow,
): Promise<string | undefined> {
  const isFound = await store.search.holds(snapshot, {
    workspaceId,
    pageId,
    title: indexTokens(title).join(' '),
    body: searchText(parseBlocks(stored)),
  })
  return isFound ? undefined : 'is not found by its own words'
}

function parsed(json: string): unknown {
  try {
    return JSON.parse(json)
  } catch {
    return undefined
  }
}
