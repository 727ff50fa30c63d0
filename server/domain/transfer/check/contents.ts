import { blocks } from '../../../../content/blocks.ts'
import { checkDocument } from '../../../../content/document.ts'
import { analysePage } from '../../../search/analysis/analyse.ts'
import { packEntry, readStats } from '../../../search/index/entry.ts'
import { checks, type Snapshot } from '../../../store/index.ts'
import { isAttributionOf } from '../../document/attribution.ts'
import { readBlocks } from '../../document/stored-body.ts'
import { analyseBlocks } from '../../document/tasks.ts'
import { checkSearch, type SearchCheck } from '../../search/check.ts'

/** Finds documents that violate the schema, and stored texts and search entries that do not match their document. */
export async function checkContents(snapshot: Snapshot, onPage: () => void): Promise<string[]> {
  const faults: string[] = []
  const indexes = new Map<string, SearchCheck>()
  for (const { workspaceId } of await checks.sequences(snapshot)) {
    indexes.set(workspaceId, await checkSearch(snapshot, workspaceId))
  }
  const pending = idsOf(await checks.searchPending(snapshot))
  const trashed = idsOf(await checks.trashed(snapshot))
  for await (const row of checks.contents(snapshot)) {
    const checksums = indexes.get(row.workspaceId)?.checksums
    const indexed = checksums?.get(row.pageId)
    const isLive = !trashed.has(row.pageId)
    if (isLive) checksums?.delete(row.pageId)
    // What is being typed is stored, and indexed, within seconds.
    const isSearched = isLive && !pending.has(row.pageId) && row.isBehind === 0
    const fault = faultOfBody(row) ?? (isSearched ? faultOfSearch(row, indexed) : undefined)
    if (fault !== undefined) faults.push(`page ${row.pageId} ${fault}`)
    onPage()
  }
  const empty = idsOf(await checks.withoutBody(snapshot))
  faults.push(...[...empty].map((id) => `page ${id} has no body`))
  for (const { checksums, faults: ofIndex } of indexes.values()) {
    const unknownPages = new Set(checksums.keys()).difference(empty)
    faults.push(
      ...ofIndex,
      ...[...unknownPages].map((id) => `the search index contains ${id}, which is not a page`),
    )
  }
  return faults
}

function idsOf(rows: readonly { id: string }[]): Set<string> {
  return new Set(rows.map(({ id }) => id))
}

function faultOfBody({
  pageId,
  document,
  blocks: stored,
  attribution,
}: checks.ContentRow): string | undefined {
  const checked = checkDocument(parsed(document))
  if (!checked.ok) return `has an invalid document: ${checked.reason} (${checked.path})`
  const isCurrent = JSON.stringify(blocks(checked.document)) === stored
  if (!isCurrent) return 'has block texts that differ from its document'
  const isFitting = attribution === null || isAttributionOf(attribution, { id: pageId, document })
  return isFitting ? undefined : 'has authors that do not fit its document'
}

function faultOfSearch(
  { pageId, title, blocks: stored }: checks.ContentRow,
  indexed: number | undefined,
): string | undefined {
  if (indexed === undefined) return 'is not in the search index'
  const entry = packEntry(title, analysePage(title, analyseBlocks(readBlocks(stored, pageId))))
  return readStats(entry).checksum === indexed
    ? undefined
    : 'has an outdated entry in the search index'
}

function parsed(json: string): unknown {
  try {
    return JSON.parse(json)
  } catch {
    return undefined
  }
}
