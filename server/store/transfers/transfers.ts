import type { TransferKind, TransferState } from '../../lib/vocabulary.ts'
import type { Reader, Transaction } from '../connection.ts'
import { statement } from '../statement.ts'

/** A page that is copied or moved to another workspace. `workspaceId` is the one that it comes from. */
export type TransferRow = {
  workspaceId: string
  id: string
  pageId: string
  /** Whether the pages below it are included. */
  includesBelow: 0 | 1
  kind: TransferKind
  targetWorkspaceId: string
  /** Null at the top level. */
  targetParentId: string | null
  /** The page that `pageId` becomes. */
  copyId: string
  title: string
  via: string
  state: TransferState
  total: number
  done: number
  files: number
  /** Pages that stay, each with the pages below it. */
  leftBehind: number
  error: string | null
  createdAt: number
  createdBy: string
  keyId: string | null
  updatedAt: number
}

export type TransferAddress = { workspaceId: string; transferId: string }

/** A page or file that a transfer has written. `mark` tells whether the original of a page changed since. */
export type TransferItem = { kind: 'page' | 'file'; itemId: string; copyId: string; mark: string }

const columns = `workspace_id as "workspaceId", id, page_id as "pageId", includes_below as "includesBelow", kind,
  target_workspace_id as "targetWorkspaceId", target_parent_id as "targetParentId", copy_id as "copyId", title, via,
  state, total, done, files, left_behind as "leftBehind", error, created_at as "createdAt", created_by as "createdBy",
  key_id as "keyId", updated_at as "updatedAt"`

const insertStatement = statement<never, TransferRow>(
  'transfers.insert',
  `insert into transfers (workspace_id, id, page_id, includes_below, kind, target_workspace_id, target_parent_id,
     copy_id, title, via, state, total, done, files, left_behind, error, created_at, created_by, key_id, updated_at)
   values ($workspaceId, $id, $pageId, $includesBelow, $kind, $targetWorkspaceId, $targetParentId, $copyId, $title,
     $via, $state, $total, $done, $files, $leftBehind, $error, $createdAt, $createdBy, $keyId, $updatedAt)`,
)
const getStatement = statement<TransferRow, TransferAddress>(
  'transfers.get',
  `select ${columns} from transfers where workspace_id = $workspaceId and id = $transferId`,
)
const dueStatement = statement<TransferRow, { workspaceId: string }>(
  'transfers.due',
  `select ${columns} from transfers where workspace_id = $workspaceId and state in ('running', 'undoing')
   order by id limit 1`,
)
const workspacesStatement = statement<{ workspaceId: string }>(
  'transfers.workspaces',
  `select distinct workspace_id as "workspaceId" from transfers where state in ('running', 'undoing')`,
)
const countOpenStatement = statement<{ open: number }, { workspaceId: string; userId: string }>(
  'transfers.countOpen',
  `select count(*) as "open" from transfers
   where workspace_id = $workspaceId and state in ('running', 'undoing') and created_by = $userId`,
)
const stateStatement = statement<{ state: TransferState }, TransferAddress>(
  'transfers.state',
  'select state from transfers where workspace_id = $workspaceId and id = $transferId',
)
const moveStatement = statement<
  never,
  TransferAddress & { from: TransferState; to: TransferState; error: string | null; at: number }
>(
  'transfers.move',
  `update transfers set state = $to, error = $error, updated_at = $at
   where workspace_id = $workspaceId and id = $transferId and state = $from`,
)
const progressStatement = statement<
  never,
  TransferAddress & { total: number; done: number; files: number; leftBehind: number; at: number }
>(
  'transfers.progress',
  `update transfers set total = $total, done = $done, files = $files, left_behind = $leftBehind, updated_at = $at
   where workspace_id = $workspaceId and id = $transferId`,
)
const putItemStatement = statement<never, TransferAddress & TransferItem>(
  'transfers.putItem',
  `insert into transfer_items (workspace_id, transfer_id, kind, item_id, copy_id, mark)
     values ($workspaceId, $transferId, $kind, $itemId, $copyId, $mark)
   on conflict (workspace_id, transfer_id, kind, item_id) do update set mark = excluded.mark`,
)
const itemsStatement = statement<
  TransferItem,
  TransferAddress & { kind: TransferItem['kind']; after: string; limit: number }
>(
  'transfers.items',
  `select kind, item_id as "itemId", copy_id as "copyId", mark from transfer_items
   where workspace_id = $workspaceId and transfer_id = $transferId and kind = $kind and item_id > $after
   order by item_id limit $limit`,
)
const movedToStatement = statement<{ copyId: string }, TransferAddress & { pageId: string }>(
  'transfers.movedTo',
  `select i.copy_id as "copyId" from transfer_items i
     join transfers t on t.workspace_id = i.workspace_id and t.id = i.transfer_id
   where i.workspace_id = $workspaceId and i.transfer_id = $transferId and i.kind = 'page' and i.item_id = $pageId
     and t.kind = 'move' and t.state = 'done'`,
)
const markStatement = statement<
  {
    version: number
    isTyped: 0 | 1
    parentId: string
    comments: number
    commentedAt: number
    files: number
  },
  { workspaceId: string; pageId: string }
>(
  'transfers.mark',
  `select p.version, case when p.content_version is null then 0 else 1 end as "isTyped", p.parent_id as "parentId",
     (select count(*) from comments c where c.workspace_id = $workspaceId and c.page_id = $pageId) as "comments",
     (select coalesce(max(coalesce(c.resolved_at, c.updated_at, c.deleted_at, c.created_at)), 0) from comments c
      where c.workspace_id = $workspaceId and c.page_id = $pageId) as "commentedAt",
     (select count(*) from page_files f where f.workspace_id = $workspaceId and f.page_id = $pageId) as "files"
   from pages p where p.workspace_id = $workspaceId and p.id = $pageId and p.deleted_at is null`,
)

export async function insert(transaction: Transaction, row: TransferRow): Promise<void> {
  await transaction.run(insertStatement, row)
}

export function get(
  reader: Reader,
  { workspaceId, transferId }: TransferAddress,
): Promise<TransferRow | undefined> {
  return reader.get(getStatement, { workspaceId, transferId })
}

/** The next transfer to run or to undo. */
export function due(reader: Reader, workspaceId: string): Promise<TransferRow | undefined> {
  return reader.get(dueStatement, { workspaceId })
}

/** The workspaces that have one. */
export async function workspaces(reader: Reader): Promise<string[]> {
  return (await reader.all(workspacesStatement)).map(({ workspaceId }) => workspaceId)
}

/** Transfers of a person that have not ended. */
export async function countOpen(
  reader: Reader,
  who: { workspaceId: string; userId: string },
): Promise<number> {
  return (await reader.get(countOpenStatement, who))?.open ?? 0
}

export async function state(
  reader: Reader,
  { workspaceId, transferId }: TransferAddress,
): Promise<TransferState | undefined> {
  return (await reader.get(stateStatement, { workspaceId, transferId }))?.state
}

/** False if it was not in the state `from`. */
export async function move(
  transaction: Transaction,
  { workspaceId, transferId }: TransferAddress,
  change: { from: TransferState; to: TransferState; error: string | null; at: number },
): Promise<boolean> {
  return (await transaction.run(moveStatement, { ...change, workspaceId, transferId })) > 0
}

export async function putProgress(
  transaction: Transaction,
  { workspaceId, transferId }: TransferAddress,
  progress: { total: number; done: number; files: number; leftBehind: number; at: number },
): Promise<void> {
  await transaction.run(progressStatement, { workspaceId, transferId, ...progress })
}

export async function putItem(
  transaction: Transaction,
  { workspaceId, transferId }: TransferAddress,
  { kind, itemId, copyId, mark }: TransferItem,
): Promise<void> {
  await transaction.run(putItemStatement, { workspaceId, transferId, kind, itemId, copyId, mark })
}

/** Of one kind after an ID, in order of their IDs. */
export function items(
  reader: Reader,
  { workspaceId, transferId }: TransferAddress,
  part: { kind: TransferItem['kind']; after: string; limit: number },
): Promise<TransferItem[]> {
  return reader.all(itemsStatement, { workspaceId, transferId, ...part })
}

/** The page that a page became; undefined unless the transfer is a move that ended. */
export async function movedTo(
  reader: Reader,
  { workspaceId, transferId }: TransferAddress,
  pageId: string,
): Promise<string | undefined> {
  return (await reader.get(movedToStatement, { workspaceId, transferId, pageId }))?.copyId
}

/** Changes whenever a page, its comments or its files do; undefined for a page in the trash. */
export async function markOf(
  reader: Reader,
  page: { workspaceId: string; pageId: string },
): Promise<string | undefined> {
  const row = await reader.get(markStatement, page)
  if (row === undefined) return undefined
  const { version, isTyped, parentId, comments, commentedAt, files } = row
  return [version, isTyped, parentId, comments, commentedAt, files].join(' ')
}
