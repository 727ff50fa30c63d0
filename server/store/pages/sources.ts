import { allSettledOrThrow } from '../../lib/all-settled.ts'
import type { Reader, Snapshot, Transaction } from '../connection.ts'
import { statement } from '../statement.ts'

type PageAddress = { workspaceId: string; pageId: string }

const getStatement = statement<{ source: Uint8Array }, PageAddress>(
  'sources.get',
  'select source from page_sources where workspace_id = $workspaceId and page_id = $pageId',
)
const countStatement = statement<never, { workspaceId: string }>(
  'sources.count',
  'update workspaces set source_version = source_version + 1 where id = $workspaceId',
)
const putStatement = statement<never, PageAddress & { source: Uint8Array }>(
  'sources.put',
  `insert into page_sources (workspace_id, page_id, source, version)
   values ($workspaceId, $pageId, $source, (select source_version from workspaces where id = $workspaceId))
   on conflict (workspace_id, page_id) do update set source = excluded.source, version = excluded.version`,
)
const versionStatement = statement<{ version: number }, { workspaceId: string }>(
  'sources.version',
  'select source_version as "version" from workspaces where id = $workspaceId',
)
const sinceStatement = statement<SourceRow, { workspaceId: string; version: number }>(
  'sources.since',
  `select page_id as "pageId", source, version from page_sources
   where workspace_id = $workspaceId and version > $version`,
)

export type SourceRow = {
  pageId: string
  source: Uint8Array
  /** Counts the writes of sources in the workspace. */
  version: number
}

/** The source of a page, compressed; undefined for a page that was not read from a file. */
export async function get(
  reader: Reader,
  { workspaceId, pageId }: PageAddress,
): Promise<Uint8Array | undefined> {
  return (await reader.get(getStatement, { workspaceId, pageId }))?.source
}

export async function put(
  transaction: Transaction,
  { workspaceId, pageId }: PageAddress,
  source: Uint8Array,
): Promise<void> {
  await allSettledOrThrow(
    transaction.run(countStatement, { workspaceId }),
    transaction.run(putStatement, { workspaceId, pageId, source }),
  )
}

/** The version of the last source that was written in a workspace; 0 before the first. */
export async function version(reader: Reader, workspaceId: string): Promise<number> {
  return (await reader.get(versionStatement, { workspaceId }))?.version ?? 0
}

/** The sources that were written after a version; all of them after -1. */
export function since(
  snapshot: Snapshot,
  workspaceId: string,
  after: number,
): AsyncIterable<SourceRow> {
  return snapshot.each(sinceStatement, { workspaceId, version: after })
}
