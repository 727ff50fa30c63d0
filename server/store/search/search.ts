import { together } from '../../lib/together.ts'
import type { Reader, Transaction } from '../connection.ts'
import { forList, listSizes, placeholders } from '../id-lists.ts'
import { statement } from '../statement.ts'

/** One write to a page as search sees it; without an entry the page is gone. */
export type ChangeRow = { sequence: number; pageId: string; entry: Uint8Array | null }

export type SegmentRow = {
  segment: number
  firstSequence: number
  lastSequence: number
  documents: number
  terms: number
}

/** Grows whenever the list of segments changes. */
export type IndexState = { generation: number; mergedSequence: number }

export type ChunkAddress = { segment: number; kind: string; number: number }

export type Lease = { workspaceId: string; holder: string }

const logStatement = statement(
  'search.log',
  `insert into search_workspaces (workspace_id, sequence, analyser, segmenter) values ($1, 1, $2, $3)
   on conflict (workspace_id) do update set sequence = search_workspaces.sequence + 1,
     segmenter = coalesce(search_workspaces.segmenter, excluded.segmenter)`,
)
const insertChangeStatement = statement(
  'search.insertChange',
  `insert into search_changes (workspace_id, sequence, page_id, entry)
   values ($1, (select sequence from search_workspaces where workspace_id = $1), $2, $3)`,
)
const reserveStatement = statement(
  'search.reserve',
  `insert into search_workspaces (workspace_id, sequence, analyser) values ($1, $2, $3)
   on conflict (workspace_id) do update set sequence = search_workspaces.sequence + excluded.sequence`,
)
const insertRemovalsOf = (size: number) => ({
  size,
  statement: statement(
    'search.insertRemovals',
    `insert into search_changes (workspace_id, sequence, page_id, entry)
     select p.workspace_id, w.sequence - $2 + row_number() over (order by p.id), p.id, null
     from pages p join search_workspaces w on w.workspace_id = p.workspace_id
     where p.workspace_id = $1 and p.id in (${placeholders(3, size)})`,
  ),
})
const insertRemovalsStatements = listSizes.map(insertRemovalsOf)
const changesStatement = statement<
  IndexState & { [Name in keyof ChangeRow]: ChangeRow[Name] | null }
>(
  'search.changes',
  `select w.generation, w.merged_sequence as "mergedSequence", c.sequence, c.page_id as "pageId", c.entry
   from search_workspaces w left join search_changes c
     on c.workspace_id = w.workspace_id and c.sequence > w.merged_sequence and c.sequence > $2
   where w.workspace_id = $1 order by c.sequence limit $3`,
)
const stateStatement = statement<IndexState>(
  'search.state',
  'select generation, merged_sequence as "mergedSequence" from search_workspaces where workspace_id = $1',
)
const segmentsStatement = statement<SegmentRow>(
  'search.segments',
  `select segment, first_sequence as "firstSequence", last_sequence as "lastSequence", documents, terms
   from search_segments where workspace_id = $1 and state = 'live' order by first_sequence`,
)
const chunkStatement = statement<{ data: Uint8Array }>(
  'search.chunk',
  'select data from search_chunks where workspace_id = $1 and segment = $2 and kind = $3 and number = $4',
)
const leaseStatement = statement(
  'search.lease',
  `update search_workspaces set merger = $2, merging_until = $3
   where workspace_id = $1 and (merger is null or merger = $2 or merging_until < $4)`,
)
const releaseStatement = statement(
  'search.release',
  'update search_workspaces set merger = null, merging_until = null where workspace_id = $1 and merger = $2',
)
const nextSegmentStatement = statement<{ segment: number }>(
  'search.nextSegment',
  `update search_workspaces set next_segment = next_segment + 1 where workspace_id = $1
   returning next_segment - 1 as "segment"`,
)
const insertSegmentStatement = statement(
  'search.insertSegment',
  `insert into search_segments
     (workspace_id, segment, state, first_sequence, last_sequence, documents, terms)
   values ($1, $2, 'building', $3, $4, 0, 0)`,
)
const insertChunkStatement = statement(
  'search.insertChunk',
  'insert into search_chunks (workspace_id, segment, kind, number, data) values ($1, $2, $3, $4, $5)',
)
const publishStatement = statement(
  'search.publish',
  `update search_segments set state = 'live', documents = $3, terms = $4
   where workspace_id = $1 and segment = $2`,
)
const retireStatement = statement(
  'search.retire',
  `update search_segments set state = 'retired', retired_at = $3 where workspace_id = $1 and segment = $2`,
)
const advanceStatement = statement(
  'search.advance',
  `update search_workspaces set generation = generation + 1,
     merged_sequence = case when merged_sequence < $2 then $2 else merged_sequence end
   where workspace_id = $1`,
)
const forgottenStatement = statement<{ segment: number }>(
  'search.forgotten',
  `select segment from search_segments where workspace_id = $1
     and (state = 'building' or state = 'retired' and retired_at < $2) order by segment limit 1`,
)
const deleteChunksStatement = statement(
  'search.deleteChunks',
  `delete from search_chunks where workspace_id = $1 and segment = $2 and (kind, number) in
     (select kind, number from search_chunks where workspace_id = $1 and segment = $2 limit $3)`,
)
const deleteSegmentStatement = statement(
  'search.deleteSegment',
  'delete from search_segments where workspace_id = $1 and segment = $2',
)
const deleteChangesStatement = statement(
  'search.deleteChanges',
  `delete from search_changes where workspace_id = $1 and sequence in
     (select c.sequence from search_changes c join search_workspaces w on w.workspace_id = c.workspace_id
      where c.workspace_id = $1 and c.sequence <= w.merged_sequence order by c.sequence limit $2)`,
)
const mergeableStatement = statement<{ workspaceId: string }>(
  'search.mergeable',
  `select workspace_id as "workspaceId" from search_workspaces
   where sequence - merged_sequence >= $1 and (merger is null or merging_until < $2)
     or exists (select 1 from search_segments s where s.workspace_id = search_workspaces.workspace_id
       and s.state = 'retired' and s.retired_at < $3)`,
)
const outdatedStatement = statement<{ workspaceId: string }>(
  'search.outdated',
  `select w.id as "workspaceId" from workspaces w left join search_workspaces s on s.workspace_id = w.id
   where s.analyser is null or s.analyser <> $1 or s.segmenter <> $2`,
)
const progressStatement = statement<{ target: string | null; reindexedTo: string | null }>(
  'search.progress',
  `select reindex_target as "target", reindexed_to as "reindexedTo" from search_workspaces
   where workspace_id = $1`,
)
const ensureStatement = statement(
  'search.ensure',
  `insert into search_workspaces (workspace_id, sequence, analyser) values ($1, 0, '')
   on conflict (workspace_id) do nothing`,
)
const setProgressStatement = statement(
  'search.setProgress',
  'update search_workspaces set reindex_target = $2, reindexed_to = $3 where workspace_id = $1',
)
const finishReindexStatement = statement(
  'search.finishReindex',
  `update search_workspaces set analyser = $2, reindex_target = null, reindexed_to = null,
     segmenter = case when segmenter is null then null else $3 end
   where workspace_id = $1`,
)
const reindexableStatement = statement<{
  id: string
  version: number
  title: string
  blocks: string
}>(
  'search.reindexable',
  `select p.id, p.version, p.title, c.blocks from pages p
   join page_contents c on c.workspace_id = p.workspace_id and c.page_id = p.id
   where p.workspace_id = $1 and p.id > $2 and p.deleted_at is null order by p.id limit $3`,
)

/** Writes down what search is to know of a page; `segmenter` where its terms depend on one. */
export async function log(
  transaction: Transaction,
  page: { workspaceId: string; pageId: string },
  entry: Uint8Array | null,
  versions: { analyser: string; segmenter: string | null },
): Promise<void> {
  const { workspaceId, pageId } = page
  await together(
    transaction.run(logStatement, workspaceId, versions.analyser, versions.segmenter),
    transaction.run(insertChangeStatement, workspaceId, pageId, entry),
  )
}

/** Writes down that pages are gone: `mostListed` at most, each of them once. */
export async function logRemovals(
  transaction: Transaction,
  pages: { workspaceId: string; ids: readonly string[] },
  analyser: string,
): Promise<void> {
  const { workspaceId, ids } = pages
  const { statement, list } = forList(insertRemovalsStatements, ids)
  await together(
    transaction.run(reserveStatement, workspaceId, ids.length, analyser),
    transaction.run(statement, workspaceId, ids.length, ...list),
  )
}

/** The state of the index with the changes after a sequence that no segment holds, in one look. */
export async function changes(
  reader: Reader,
  workspaceId: string,
  after: number,
  limit: number,
): Promise<{ state: IndexState; changes: ChangeRow[] }> {
  const rows = await reader.all(changesStatement, workspaceId, after, limit)
  const [first] = rows
  const found: ChangeRow[] = []
  for (const { sequence, pageId, entry } of rows) {
    if (sequence !== null && pageId !== null) found.push({ sequence, pageId, entry })
  }
  return {
    state: {
      generation: first?.generation ?? 0,
      mergedSequence: first?.mergedSequence ?? 0,
    },
    changes: found,
  }
}

export async function state(reader: Reader, workspaceId: string): Promise<IndexState> {
  return (await reader.get(stateStatement, workspaceId)) ?? { generation: 0, mergedSequence: 0 }
}

/** Oldest first. */
export function segments(reader: Reader, workspaceId: string): Promise<SegmentRow[]> {
  return reader.all(segmentsStatement, workspaceId)
}

export async function chunk(
  reader: Reader,
  workspaceId: string,
  { segment, kind, number }: ChunkAddress,
): Promise<Uint8Array | undefined> {
  return (await reader.get(chunkStatement, workspaceId, segment, kind, number))?.data
}

/** Takes or renews the right to change the segments of a workspace; false when another process has it. */
export async function lease(
  transaction: Transaction,
  { workspaceId, holder }: Lease,
  times: { now: number; until: number },
): Promise<boolean> {
  const changed = await transaction.run(leaseStatement, workspaceId, holder, times.until, times.now)
  return changed > 0
}

export async function release(
  transaction: Transaction,
  { workspaceId, holder }: Lease,
): Promise<void> {
  await transaction.run(releaseStatement, workspaceId, holder)
}

/** Gives the number of a new segment, which nobody reads before it is published. */
export async function startSegment(
  transaction: Transaction,
  workspaceId: string,
  range: { firstSequence: number; lastSequence: number },
): Promise<number> {
  const segment = (await transaction.get(nextSegmentStatement, workspaceId))?.segment ?? 0
  const { firstSequence, lastSequence } = range
  await transaction.run(insertSegmentStatement, workspaceId, segment, firstSequence, lastSequence)
  return segment
}

export async function insertChunk(
  transaction: Transaction,
  workspaceId: string,
  { segment, kind, number }: ChunkAddress,
  data: Uint8Array,
): Promise<void> {
  await transaction.run(insertChunkStatement, workspaceId, segment, kind, number, data)
}

/** Puts a finished segment in the place of others, or of the changes up to its last sequence. */
export async function publish(
  transaction: Transaction,
  workspaceId: string,
  { segment, lastSequence, documents, terms }: SegmentRow,
  retired: { segments: readonly number[]; at: number },
): Promise<void> {
  await transaction.run(publishStatement, workspaceId, segment, documents, terms)
  for (const old of retired.segments) {
    await transaction.run(retireStatement, workspaceId, old, retired.at)
  }
  await transaction.run(advanceStatement, workspaceId, lastSequence)
}

/** A segment that was never finished, or that was retired before an instant. */
export async function forgottenSegment(
  reader: Reader,
  workspaceId: string,
  retiredBefore: number,
): Promise<number | undefined> {
  return (await reader.get(forgottenStatement, workspaceId, retiredBefore))?.segment
}

/** Gives how many went; 0 when the segment itself is gone too. */
export async function deleteChunks(
  transaction: Transaction,
  workspaceId: string,
  segment: number,
  limit: number,
): Promise<number> {
  const deleted = await transaction.run(deleteChunksStatement, workspaceId, segment, limit)
  if (deleted < limit) await transaction.run(deleteSegmentStatement, workspaceId, segment)
  return deleted
}

/** Deletes changes that a segment holds; gives how many. */
export function deleteChanges(
  transaction: Transaction,
  workspaceId: string,
  limit: number,
): Promise<number> {
  return transaction.run(deleteChangesStatement, workspaceId, limit)
}

/** Workspaces with work for a merger that none is doing. */
export async function mergeable(
  reader: Reader,
  least: { changes: number; now: number; retiredBefore: number },
): Promise<string[]> {
  const rows = await reader.all(mergeableStatement, least.changes, least.now, least.retiredBefore)
  return rows.map((row) => row.workspaceId)
}

/** Workspaces whose pages were not all read by this analyser. */
export async function outdated(
  reader: Reader,
  versions: { analyser: string; segmenter: string },
): Promise<string[]> {
  const rows = await reader.all(outdatedStatement, versions.analyser, versions.segmenter)
  return rows.map((row) => row.workspaceId)
}

/** The page after which to go on reading for a new analyser: empty at the start. */
export async function reindexedTo(
  transaction: Transaction,
  workspaceId: string,
  target: string,
): Promise<string> {
  await transaction.run(ensureStatement, workspaceId)
  const progress = await transaction.get(progressStatement, workspaceId)
  return progress?.target === target ? (progress.reindexedTo ?? '') : ''
}

export async function setReindexedTo(
  transaction: Transaction,
  workspaceId: string,
  target: string,
  pageId: string,
): Promise<void> {
  await transaction.run(setProgressStatement, workspaceId, target, pageId)
}

export async function finishReindex(
  transaction: Transaction,
  workspaceId: string,
  versions: { analyser: string; segmenter: string },
): Promise<void> {
  await transaction.run(finishReindexStatement, workspaceId, versions.analyser, versions.segmenter)
}

/** Pages with their texts in the order of their ids, after one of them. */
export function pageTexts(
  reader: Reader,
  workspaceId: string,
  after: string,
  limit: number,
): Promise<{ id: string; version: number; title: string; blocks: string }[]> {
  return reader.all(reindexableStatement, workspaceId, after, limit)
}
