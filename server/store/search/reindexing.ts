import type { Reader, Transaction } from '../connection.ts'
import { statement } from '../statement.ts'

/** The progress of reindexing a workspace for another version of the analyser. */

type Versions = { analyser: string; segmenter: string }
type PageTexts = { id: string; version: number; title: string; blocks: string }

const outdatedStatement = statement<{ workspaceId: string }, Versions>(
  'search.outdated',
  `select w.id as "workspaceId" from workspaces w left join search_workspaces s on s.workspace_id = w.id
   where s.analyser is null or s.analyser <> $analyser or s.segmenter <> $segmenter`,
)
const progressStatement = statement<
  { target: string | null; reindexedTo: string | null },
  { workspaceId: string }
>(
  'search.progress',
  `select reindex_target as "target", reindexed_to as "reindexedTo" from search_workspaces
   where workspace_id = $workspaceId`,
)
const ensureStatement = statement<never, { workspaceId: string }>(
  'search.ensure',
  `insert into search_workspaces (workspace_id, sequence, analyser) values ($workspaceId, 0, '')
   on conflict (workspace_id) do nothing`,
)
const setProgressStatement = statement<
  never,
  { workspaceId: string; target: string; pageId: string }
>(
  'search.setProgress',
  `update search_workspaces set reindex_target = $target, reindexed_to = $pageId
     where workspace_id = $workspaceId`,
)
const finishReindexStatement = statement<never, { workspaceId: string } & Versions>(
  'search.finishReindex',
  `update search_workspaces set analyser = $analyser, reindex_target = null, reindexed_to = null,
     segmenter = case when segmenter is null then null else $segmenter end
   where workspace_id = $workspaceId`,
)
const reindexableStatement = statement<
  PageTexts,
  { workspaceId: string; after: string; limit: number }
>(
  'search.reindexable',
  `select p.id, p.version, p.title, c.blocks from pages p
   join page_contents c on c.workspace_id = p.workspace_id and c.page_id = p.id
   where p.workspace_id = $workspaceId and p.id > $after and p.deleted_at is null order by p.id limit $limit`,
)

/** Workspaces with pages that this analyser has not processed. */
export async function outdated(reader: Reader, versions: Versions): Promise<string[]> {
  const rows = await reader.all(outdatedStatement, versions)
  return rows.map((row) => row.workspaceId)
}

/** The page after which reindexing continues; empty at the start. */
export async function reindexedTo(
  transaction: Transaction,
  workspaceId: string,
  target: string,
): Promise<string> {
  await transaction.run(ensureStatement, { workspaceId })
  const progress = await transaction.get(progressStatement, { workspaceId })
  return progress?.target === target ? (progress.reindexedTo ?? '') : ''
}

export async function setReindexedTo(
  transaction: Transaction,
  workspaceId: string,
  target: string,
  pageId: string,
): Promise<void> {
  await transaction.run(setProgressStatement, { workspaceId, target, pageId })
}

export async function finishReindex(
  transaction: Transaction,
  workspaceId: string,
  versions: Versions,
): Promise<void> {
  await transaction.run(finishReindexStatement, { workspaceId, ...versions })
}

/** Pages with their texts, in order of their ids, after one of them. */
export function pageTexts(
  reader: Reader,
  workspaceId: string,
  after: string,
  limit: number,
): Promise<PageTexts[]> {
  return reader.all(reindexableStatement, { workspaceId, after, limit })
}
