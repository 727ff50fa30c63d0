import type { ImportState } from '../../lib/vocabulary.ts'
import type { Reader, Transaction } from '../connection.ts'
import { statement } from '../statement.ts'

/** An import of an uploaded file. `preview` is JSON. */
export type ImportRow = {
  workspaceId: string
  id: string
  /** Null at the top level. */
  parentId: string | null
  fileId: string
  /** The name of the file. */
  name: string
  /** The kind that the person chose; null lets the content decide. */
  chosenKind: string | null
  kind: string | null
  state: ImportState
  allFiles: 0 | 1
  /** Whether pages of an earlier import are updated. */
  updates: 0 | 1
  total: number
  done: number
  error: string | null
  preview: string | null
  runId: string | null
  /** The page that an earlier version made of the report. */
  reportPageId: string | null
  createdAt: number
  createdBy: string
  keyId: string | null
  updatedAt: number
  /** When a revert of its run ended. Null while there are changes to undo. */
  undoneAt: number | null
}

export type ImportAddress = { workspaceId: string; importId: string }
/** Without its preview, which is long. */
export type ListedImport = Omit<ImportRow, 'preview'>
export type NewImport = Omit<ListedImport, 'undoneAt'>

const listed = `workspace_id as "workspaceId", id, parent_id as "parentId", file_id as "fileId", name,
  chosen_kind as "chosenKind", kind, state, all_files as "allFiles", updates, total, done, error, run_id as "runId",
  report_page_id as "reportPageId", created_at as "createdAt", created_by as "createdBy", key_id as "keyId",
  updated_at as "updatedAt",
  (select max(r.completed_at) from run_reverts r where r.workspace_id = imports.workspace_id
     and r.reverted_run_id = imports.run_id) as "undoneAt"`

const insertStatement = statement<never, NewImport>(
  'imports.insert',
  `insert into imports (workspace_id, id, parent_id, file_id, name, chosen_kind, kind, state, all_files, updates, total,
     done, error, run_id, report_page_id, created_at, created_by, key_id, updated_at)
   values ($workspaceId, $id, $parentId, $fileId, $name, $chosenKind, $kind, $state, $allFiles, $updates, $total,
     $done, $error, $runId, $reportPageId, $createdAt, $createdBy, $keyId, $updatedAt)`,
)
const getStatement = statement<ImportRow, ImportAddress>(
  'imports.get',
  `select ${listed}, preview from imports where workspace_id = $workspaceId and id = $importId`,
)
const listStatement = statement<
  ListedImport,
  { workspaceId: string; userId: string; limit: number; offset: number }
>(
  'imports.list',
  `select ${listed} from imports where workspace_id = $workspaceId and ($userId = '' or created_by = $userId)
   order by created_at desc, id desc limit $limit offset $offset`,
)
const dueStatement = statement<ImportRow, { workspaceId: string }>(
  'imports.due',
  `select ${listed}, preview from imports where workspace_id = $workspaceId and state in ('reading', 'running')
   order by case state when 'reading' then 0 else 1 end, id limit 1`,
)
const workspacesStatement = statement<{ workspaceId: string }, { before: number }>(
  'imports.workspaces',
  `select distinct workspace_id as "workspaceId" from imports where state in ('reading', 'running')
     or (state in ('ready', 'paused', 'failed') and updated_at < $before)`,
)
const abandonedStatement = statement<{ id: string }, { workspaceId: string; before: number }>(
  'imports.abandoned',
  `select id from imports where workspace_id = $workspaceId and state in ('ready', 'paused', 'failed')
     and updated_at < $before order by id limit 1`,
)
const usesStatement = statement<{ id: string }, { workspaceId: string; fileId: string }>(
  'imports.uses',
  `select id from imports where workspace_id = $workspaceId and file_id = $fileId
     and state in ('reading', 'ready', 'running', 'paused', 'failed') limit 1`,
)
const stateStatement = statement<{ state: ImportState }, ImportAddress>(
  'imports.state',
  'select state from imports where workspace_id = $workspaceId and id = $importId',
)
const runningRunsStatement = statement<{ runId: string }, { workspaceId: string }>(
  'imports.runningRuns',
  `select run_id as "runId" from imports where workspace_id = $workspaceId and state = 'running'
     and run_id is not null`,
)
const moveStatement = statement<
  never,
  ImportAddress & { from: ImportState; to: ImportState; error: string | null; at: number }
>(
  'imports.move',
  `update imports set state = $to, error = $error, updated_at = $at
   where workspace_id = $workspaceId and id = $importId and state = $from`,
)
const previewedStatement = statement<
  never,
  ImportAddress & { kind: string; preview: string; total: number; at: number }
>(
  'imports.previewed',
  `update imports set kind = $kind, preview = $preview, total = $total, updated_at = $at
   where workspace_id = $workspaceId and id = $importId`,
)
const progressStatement = statement<
  never,
  ImportAddress & { done: number; runId: string | null; at: number }
>(
  'imports.progress',
  `update imports set done = $done, run_id = $runId, updated_at = $at
   where workspace_id = $workspaceId and id = $importId`,
)
const reportStatement = statement<never, ImportAddress & { report: string }>(
  'imports.report',
  'update imports set report = $report where workspace_id = $workspaceId and id = $importId',
)
const forgetPartsStatement = statement<never, ImportAddress>(
  'imports.forgetParts',
  'delete from import_report_parts where workspace_id = $workspaceId and import_id = $importId',
)
const addPartStatement = statement<never, ImportAddress & { report: string }>(
  'imports.addPart',
  `insert into import_report_parts (workspace_id, import_id, number, report)
     select $workspaceId, $importId, coalesce(max(number), 0) + 1, $report from import_report_parts
     where workspace_id = $workspaceId and import_id = $importId`,
)
/** In one statement, because the next report replaces the parts. */
const reportsStatement = statement<{ report: string | null }, ImportAddress>(
  'imports.reports',
  `select 0 as number, report from imports where workspace_id = $workspaceId and id = $importId
   union all
   select number, report from import_report_parts where workspace_id = $workspaceId and import_id = $importId
   order by number`,
)
export async function insert(transaction: Transaction, row: NewImport): Promise<void> {
  await transaction.run(insertStatement, row)
}

export function get(
  reader: Reader,
  { workspaceId, importId }: ImportAddress,
): Promise<ImportRow | undefined> {
  return reader.get(getStatement, { workspaceId, importId })
}

/** The latest first; those of one person, or all for an empty `userId`. */
export function list(
  reader: Reader,
  workspaceId: string,
  filter: { userId: string; limit: number; offset: number },
): Promise<ListedImport[]> {
  return reader.all(listStatement, { workspaceId, ...filter })
}

/** The next import to read or to run. */
export function due(reader: Reader, workspaceId: string): Promise<ImportRow | undefined> {
  return reader.get(dueStatement, { workspaceId })
}

/** The workspaces that have one, or one that waits for a person since `before`. */
export async function workspaces(reader: Reader, before: number): Promise<string[]> {
  return (await reader.all(workspacesStatement, { before })).map(({ workspaceId }) => workspaceId)
}

/** An import that waits for a person since `before`. */
export async function abandoned(
  reader: Reader,
  workspaceId: string,
  before: number,
): Promise<string | undefined> {
  return (await reader.get(abandonedStatement, { workspaceId, before }))?.id
}

/** Whether an import that has not ended reads this file. */
export async function uses(
  reader: Reader,
  file: { workspaceId: string; fileId: string },
): Promise<boolean> {
  return (await reader.get(usesStatement, file)) !== undefined
}

export async function state(
  reader: Reader,
  { workspaceId, importId }: ImportAddress,
): Promise<ImportState | undefined> {
  return (await reader.get(stateStatement, { workspaceId, importId }))?.state
}

/** The runs of the imports that are running, as far as they have changed something. */
export async function runningRuns(reader: Reader, workspaceId: string): Promise<string[]> {
  return (await reader.all(runningRunsStatement, { workspaceId })).map(({ runId }) => runId)
}

/** False if it was not in the state `from`. */
export async function move(
  transaction: Transaction,
  { workspaceId, importId }: ImportAddress,
  change: { from: ImportState; to: ImportState; error?: string; at: number },
): Promise<boolean> {
  const values = { error: null, ...change, workspaceId, importId }
  return (await transaction.run(moveStatement, values)) > 0
}

export async function putPreview(
  transaction: Transaction,
  { workspaceId, importId }: ImportAddress,
  found: { kind: string; preview: string; total: number; at: number },
): Promise<void> {
  await transaction.run(previewedStatement, { workspaceId, importId, ...found })
}

export async function putProgress(
  transaction: Transaction,
  { workspaceId, importId }: ImportAddress,
  progress: { done: number; runId: string | null; at: number },
): Promise<void> {
  await transaction.run(progressStatement, { workspaceId, importId, ...progress })
}

/** Stores the whole report, in place of its parts. */
export async function putReport(
  transaction: Transaction,
  { workspaceId, importId }: ImportAddress,
  report: string,
): Promise<void> {
  await transaction.run(reportStatement, { workspaceId, importId, report })
  await transaction.run(forgetPartsStatement, { workspaceId, importId })
}

/** Adds to the report that is stored. */
export async function addReportPart(
  transaction: Transaction,
  { workspaceId, importId }: ImportAddress,
  report: string,
): Promise<void> {
  await transaction.run(addPartStatement, { workspaceId, importId, report })
}

/** The report that is stored, which is null before the first pages, and what was added to it since. */
export async function reports(
  reader: Reader,
  { workspaceId, importId }: ImportAddress,
): Promise<(string | null)[]> {
  return (await reader.all(reportsStatement, { workspaceId, importId })).map(({ report }) => report)
}
