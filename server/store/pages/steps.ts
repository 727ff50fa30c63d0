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
  /**
   * JSON: changed fields, moved blocks, text that was carried elsewhere. Neighbouring changes become one row after a
   * day, with `after`: the row leads from that version to `version`. Other rows lead from the version before.
   */
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
const bytesStatement = statement<{ bytes: number }, { workspaceId: string }>(
  'steps.bytes',
  `select cast(coalesce(sum(octet_length(steps) + coalesce(octet_length(notes), 0)), 0) as bigint) as "bytes"
   from page_steps where workspace_id = $workspaceId`,
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
const isLeft = `p.content_version is not null and p.deleted_at is null and not exists (
     select 1 from page_steps s where s.workspace_id = p.workspace_id and s.page_id = p.id
       and s.version = p.version and s.at >= $before)`
const behindStatement = statement<{ workspaceId: string }, { before: number }>(
  'steps.behind',
  `select distinct p.workspace_id as "workspaceId" from pages p where ${isLeft}`,
)
const behindInStatement = statement<
  PageAddress,
  { workspaceId: string; before: number; after: string; limit: number }
>(
  'steps.behindIn',
  `select p.workspace_id as "workspaceId", p.id as "pageId" from pages p
   where p.workspace_id = $workspaceId and p.id > $after and ${isLeft} order by p.id limit $limit`,
)
/** No stored document has them yet. */
const isUnstored = `exists (
       select 1 from pages p where p.workspace_id = s.workspace_id and p.id = s.page_id
         and p.content_version is not null and p.content_version < s.version)`
const pruneStatement = statement<never, { workspaceId: string; before: number; limit: number }>(
  'steps.prune',
  `delete from page_steps where workspace_id = $workspaceId and (page_id, version) in (
     select s.page_id, s.version from page_steps s
     where s.workspace_id = $workspaceId and s.at < $before and not ${isUnstored}
     order by s.at limit $limit)`,
)
const nextWorkspaceStatement = statement<{ workspaceId: string }, { after: string }>(
  'steps.nextWorkspace',
  `select workspace_id as "workspaceId" from page_steps where workspace_id > $after
   order by workspace_id limit 1`,
)
const changedStatement = statement<
  { pageId: string },
  { workspaceId: string; from: number; until: number; after: string; limit: number }
>(
  'steps.changed',
  `select distinct page_id as "pageId" from page_steps
   where workspace_id = $workspaceId and at > $from and at <= $until and page_id > $after
   order by page_id limit $limit`,
)
const storedStatement = statement<
  StepsRow,
  PageAddress & { from: number; until: number; version: number; limit: number }
>(
  'steps.stored',
  `select ${columns} from page_steps s
   where workspace_id = $workspaceId and page_id = $pageId and version > $version
     and at > $from and at <= $until and not ${isUnstored}
   order by version limit $limit`,
)
const removeRangeStatement = statement<never, PageAddress & { after: number; version: number }>(
  'steps.removeRange',
  `delete from page_steps where workspace_id = $workspaceId and page_id = $pageId
     and version > $after and version <= $version`,
)
const mergedUntilStatement = statement<{ time: number }>(
  'steps.mergedUntil',
  `select finished_at as "time" from content_checks where name = 'journal'`,
)
const keepMergedStatement = statement<never, { time: number }>(
  'steps.keepMergedUntil',
  `insert into content_checks (name, position, finished_at) values ('journal', '', $time)
   on conflict (name) do update set finished_at = excluded.finished_at`,
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

/** The size of the journal of all pages of a workspace. */
export async function bytes(reader: Reader, workspaceId: string): Promise<number> {
  return (await reader.get(bytesStatement, { workspaceId }))?.bytes ?? 0
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

/** Workspaces with pages whose stored document is behind the journal since before a time. */
export async function behind(reader: Reader, before: number): Promise<string[]> {
  return (await reader.all(behindStatement, { before })).map(({ workspaceId }) => workspaceId)
}

/**
 * Pages of a workspace, except those in the trash, whose stored document is behind the journal and that nobody
 * changed since a time, in the order of their IDs after one.
 */
export function behindIn(
  reader: Reader,
  workspaceId: string,
  { before, after, limit }: { before: number; after: string; limit: number },
): Promise<PageAddress[]> {
  return reader.all(behindInStatement, { workspaceId, before, after, limit })
}

/** Removes some changes before a time, except those that no stored document has. Returns how many. */
export function prune(
  transaction: Transaction,
  workspaceId: string,
  { before, limit }: { before: number; limit: number },
): Promise<number> {
  return transaction.run(pruneStatement, { workspaceId, before, limit })
}

/** The next workspace with a journal, in the order of their IDs. */
export async function nextWorkspace(reader: Reader, after: string): Promise<string | undefined> {
  return (await reader.get(nextWorkspaceStatement, { after }))?.workspaceId
}

/** Changes after a time, up to another one. */
export type Period = { from: number; until: number }

/** Pages with changes in a period, in the order of their IDs after one. */
export async function changed(
  reader: Reader,
  workspaceId: string,
  { from, until }: Period,
  { after, limit }: { after: string; limit: number },
): Promise<string[]> {
  const rows = await reader.all(changedStatement, { workspaceId, from, until, after, limit })
  return rows.map(({ pageId }) => pageId)
}

/** Changes of a page in a period, after a version, in order, as far as the stored document has them. */
export function stored(
  reader: Reader,
  { workspaceId, pageId }: PageAddress,
  { from, until }: Period,
  { version, limit }: { version: number; limit: number },
): Promise<StepsRow[]> {
  return reader.all(storedStatement, { workspaceId, pageId, from, until, version, limit })
}

/** Replaces the changes after a version by one with the same effect; does nothing if they are gone. Returns how many. */
export async function replace(
  transaction: Transaction,
  after: number,
  row: StepsRow,
): Promise<number> {
  const { workspaceId, pageId, version } = row
  const replaced = await transaction.run(removeRangeStatement, {
    workspaceId,
    pageId,
    after,
    version,
  })
  if (replaced > 0) await transaction.run(insertStatement, row)
  return replaced
}

/** The time up to which the journals of all workspaces are merged. */
export async function mergedUntil(reader: Reader): Promise<number> {
  return (await reader.get(mergedUntilStatement))?.time ?? 0
}

export async function keepMergedUntil(transaction: Transaction, time: number): Promise<void> {
  await transaction.run(keepMergedStatement, { time })
}

export async function remove(
  transaction: Transaction,
  { workspaceId, pageId }: PageAddress,
): Promise<void> {
  await transaction.run(removeStatement, { workspaceId, pageId })
}
