import type { Reader, Transaction } from '../connection.ts'
import { statement } from '../statement.ts'

type PageAddress = { workspaceId: string; pageId: string }

const getStatement = statement<{ source: Uint8Array }, PageAddress>(
  'sources.get',
  'select source from page_sources where workspace_id = $workspaceId and page_id = $pageId',
)
const putStatement = statement<never, PageAddress & { source: Uint8Array }>(
  'sources.put',
  `insert into page_sources (workspace_id, page_id, source) values ($workspaceId, $pageId, $source)
   on conflict (workspace_id, page_id) do update set source = excluded.source`,
)

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
  await transaction.run(putStatement, { workspaceId, pageId, source })
}
