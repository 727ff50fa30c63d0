import type { Reader, Transaction } from '../connection.ts'
import { statement } from '../statement.ts'

type PageAddress = { workspaceId: string; pageId: string }

/** A change of a page, as it is in the journal. */
export type StepsRow = {
  workspaceId: string
  pageId: string
  /** The version of the page after the change. */
  version: number
  /** Chosen by the author: a batch that is sent again is stored once. */
  batchId: string
  /** The version that the author changed. */
  base: number
  authorId: string
  via: string | null
  keyId: string | null
  runId: string | null
  at: number
  /** A JSON list of ProseMirror steps that apply to the version before. */
  steps: string
  /** JSON: changed fields, moved blocks, text that was carried elsewhere. */
  notes: string | null
}

/** How far a page is. */
export type Head = {
  id: string
  version: number
  contentVersion: number | null
  deletedAt: number | null
}

const columns = `workspace_id as "workspaceId", page_id as "pageId", version, batch_id as "batchId", base,
  author_id as "authorId", via, key_id as "keyId", run_id as "runId", at, steps, notes`

const raiseStatement = statement<never, PageAddress & { version: number; before: number }>(
  'steps.raise',
  `update pages set version = $version, content_version = coalesce(content_version, $before)
   where workspace_id = $workspaceId and id = $pageId and version = $before and deleted_at is null`,
)
const insertStatement = statement<never, StepsRow>(
  'steps.insert',
  `insert into page_steps (workspace_id, page_id, version, batch_id, base, author_id, via, key_id, run_id, at, steps, notes)
   values ($workspaceId, $pageId, $version, $batchId, $base, $authorId, $via, $keyId, $runId, $at, $steps, $notes)`,
)
const sinceStatement = statement<StepsRow, PageAddress & { version: number; limit: number }>(
  'steps.since',
  `select ${columns} from page_steps
   where workspace_id = $workspaceId and page_id = $pageId and version > $version
   order by version limit $limit`,
)
const versionOfStatement = statement<{ version: number }, PageAddress & { batchId: string }>(
  'steps.versionOf',
  `select version from page_steps
   where workspace_id = $workspaceId and page_id = $pageId and batch_id = $batchId`,
)
const headsOf = (size: number) => ({
  size,
  statement: statement<Head, { workspaceId: string; ids: readonly string[] }>(
    'steps.heads',
    `select id, version, content_version as "contentVersion", deleted_at as "deletedAt"
     from pages where workspace_id = $workspaceId and id in ($ids[${size}])`,
  ),
})
const largestHeads = headsOf(100)
const headsStatements = [headsOf(1), headsOf(10), largestHeads]
const behindStatement = statement<{ workspaceId: string }>(
  'steps.behind',
  'select distinct workspace_id as "workspaceId" from pages where content_version is not null',
)
const behindInStatement = statement<PageAddress, { workspaceId: string; limit: number }>(
  'steps.behindIn',
  `select workspace_id as "workspaceId", id as "pageId" from pages
   where workspace_id = $workspaceId and content_version is not null limit $limit`,
)
const pruneStatement = statement<never, { workspaceId: string; before: number }>(
  'steps.prune',
  `delete from page_steps where workspace_id = $workspaceId and at < $before and not exists (
     select 1 from pages p where p.workspace_id = $workspaceId and p.id = page_steps.page_id
       and p.content_version is not null and p.content_version < page_steps.version)`,
)
const removeStatement = statement<never, PageAddress>(
  'steps.remove',
  'delete from page_steps where workspace_id = $workspaceId and page_id = $pageId',
)

/** Adds a change whose content is stored in the same transaction. */
export async function insert(transaction: Transaction, row: StepsRow): Promise<void> {
  await transaction.run(insertStatement, row)
}

/**
 * Adds a change and raises the version of the page, whose stored document then is behind. False, without a change,
 * if the page is deleted or not at the version before.
 */
export async function append(transaction: Transaction, row: StepsRow): Promise<boolean> {
  const { workspaceId, pageId, version } = row
  const values = { workspaceId, pageId, version, before: version - 1 }
  if ((await transaction.run(raiseStatement, values)) === 0) return false
  await transaction.run(insertStatement, row)
  return true
}

/** The changes after a version, in order. */
export function since(
  reader: Reader,
  { workspaceId, pageId }: PageAddress,
  version: number,
  limit: number,
): Promise<StepsRow[]> {
  return reader.all(sinceStatement, { workspaceId, pageId, version, limit })
}

/** The version that a batch made; undefined if it is not in the journal. */
export async function versionOf(
  reader: Reader,
  { workspaceId, pageId }: PageAddress,
  batchId: string,
): Promise<number | undefined> {
  return (await reader.get(versionOfStatement, { workspaceId, pageId, batchId }))?.version
}

/** The versions of pages, also deleted ones, in no particular order. */
export async function heads(
  reader: Reader,
  workspaceId: string,
  ids: readonly string[],
): Promise<Head[]> {
  if (ids.length === 0) return []
  const { size, statement } = headsStatements.find(({ size }) => size >= ids.length) ?? largestHeads
  const asked = ids.slice(0, size)
  // Duplicate ids are returned once.
  const list = asked.concat(Array<string>(size - asked.length).fill(asked[0] ?? ''))
  const rows = await reader.all(statement, { workspaceId, ids: list })
  return [...rows, ...(await heads(reader, workspaceId, ids.slice(size)))]
}

/** Workspaces with pages whose stored document is behind the journal. */
export async function behind(reader: Reader): Promise<string[]> {
  return (await reader.all(behindStatement)).map(({ workspaceId }) => workspaceId)
}

/** Pages of a workspace whose stored document is behind the journal. */
export function behindIn(
  reader: Reader,
  workspaceId: string,
  limit: number,
): Promise<PageAddress[]> {
  return reader.all(behindInStatement, { workspaceId, limit })
}

/** Removes changes before a time, except those that no stored document has. Returns how many. */
export function prune(
  transaction: Transaction,
  workspaceId: string,
  before: number,
): Promise<number> {
  return transaction.run(pruneStatement, { workspaceId, before })
}

export async function remove(
  transaction: Transaction,
  { workspaceId, pageId }: PageAddress,
): Promise<void> {
  await transaction.run(removeStatement, { workspaceId, pageId })
}
