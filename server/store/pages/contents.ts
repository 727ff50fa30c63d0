import type { Reader, Transaction } from '../connection.ts'
import { statement } from '../statement.ts'

export type PageContent = { document: string; blocks: string }

/** A body with the anchors of its page, between spaces; null if they are not known. */
export type NewContent = PageContent & { anchors?: string | null }

/** A document and who wrote which part of it, compressed; null when that is not known. */
export type StoredBody = {
  document: string
  /** The version that stored it, null for rows of earlier releases. It is current up to the page's `contentVersion`. */
  version: number | null
  attribution: Uint8Array | null
}

/** A stored document, and how far its page is. */
export type CurrentBody = Omit<StoredBody, 'version'> & {
  version: number
  pageVersion: number
  /** Whether newer changes are only in the journal. */
  isBehind: boolean
  /** Whether it is the document that the page was created with. */
  isFirst: boolean
  createdBy: string
  createdAt: number
  /** How the page was created, while its first document stands; null if unknown. */
  firstVia: string | null
  firstRunId: string | null
  firstKeyId: string | null
}

type BodyRow = StoredBody & {
  pageVersion: number
  contentVersion: number | null
  createdBy: string
  createdAt: number
  /** How the page was created, while its first document stands; null if unknown. */
  firstVia: string | null
  firstRunId: string | null
  firstKeyId: string | null
}

const bodyStatement = statement<BodyRow, { workspaceId: string; pageId: string }>(
  'contents.body',
  `select c.document, c.version, c.attribution, p.version as "pageVersion", v.via as "firstVia",
     v.run_id as "firstRunId", w.key_id as "firstKeyId",
     p.content_version as "contentVersion", p.created_by as "createdBy", p.created_at as "createdAt"
   from page_contents c join pages p on p.workspace_id = c.workspace_id and p.id = c.page_id
   left join page_versions v on v.workspace_id = c.workspace_id and v.page_id = c.page_id and v.version = 1
     and c.version = 1
   left join runs w on w.workspace_id = v.workspace_id and w.id = v.run_id
   where c.workspace_id = $workspaceId and c.page_id = $pageId`,
)
const contentStatement = statement<PageContent, { workspaceId: string; pageId: string }>(
  'contents.get',
  'select document, blocks from page_contents where workspace_id = $workspaceId and page_id = $pageId',
)
const putContentStatement = statement<
  never,
  { workspaceId: string; pageId: string; anchors: string | null } & PageContent & StoredBody
>(
  'contents.put',
  `insert into page_contents (workspace_id, page_id, blocks, document, version, attribution, anchors)
     values ($workspaceId, $pageId, $blocks, $document, $version, $attribution, $anchors)
   on conflict (workspace_id, page_id) do update set blocks = excluded.blocks, document = excluded.document,
     version = excluded.version, attribution = excluded.attribution, anchors = excluded.anchors`,
)

export function get(
  reader: Reader,
  workspaceId: string,
  pageId: string,
): Promise<PageContent | undefined> {
  return reader.get(contentStatement, { workspaceId, pageId })
}

/** The stored document with its version; the page may be at a later one. */
export async function body(
  reader: Reader,
  workspaceId: string,
  pageId: string,
): Promise<CurrentBody | undefined> {
  const row = await reader.get(bodyStatement, { workspaceId, pageId })
  if (row === undefined) return undefined
  const { contentVersion, version, ...body } = row
  return {
    ...body,
    // Changes of the title alone do not write the document again: its own version can be older.
    version: contentVersion ?? row.pageVersion,
    isBehind: contentVersion !== null,
    isFirst: version === 1,
  }
}

export async function put(
  transaction: Transaction,
  page: { workspaceId: string; pageId: string },
  { blocks, document, anchors = null }: NewContent,
  { version, attribution }: Omit<StoredBody, 'document'> = { version: null, attribution: null },
): Promise<void> {
  const values = { workspaceId: page.workspaceId, pageId: page.pageId, blocks, document, anchors }
  await transaction.run(putContentStatement, { ...values, version, attribution })
}
