import { allSettledOrThrow } from '../../lib/all-settled.ts'
import { leasesOf } from '../background/leases.ts'
import type { Reader, Transaction } from '../connection.ts'
import { forList, listSizes } from '../id-lists.ts'
import type { RightsVersions } from '../rights/readable.ts'
import { statement } from '../statement.ts'

/** One write to a page for the search index; without an entry, the page was deleted. */
export type ChangeRow = { sequence: number; pageId: string; entry: Uint8Array | null }

export type SegmentRow = {
  segment: number
  firstSequence: number
  lastSequence: number
  documents: number
  terms: number
}

/** `generation` increases whenever the list of segments changes, `sequence` with each change of a page. */
export type IndexState = {
  generation: number
  mergedSequence: number
  sequence: number
} & RightsVersions

export type ChunkAddress = { segment: number; kind: string; number: number }

/**
 * One process at a time writes segments. Workspaces are eligible with enough changes or bytes, or with a retired
 * segment.
 */
export const leases = leasesOf<
  { workspaceId: string },
  { minChanges: number; minBytes: number; retiredBefore: number }
>({
  name: 'search',
  table: 'search_workspaces',
  key: { workspaceId: 'workspace_id' },
  holder: 'merger',
  until: 'merging_until',
  due: `sequence - merged_sequence >= $minChanges or unmerged_bytes >= $minBytes
    or exists (select 1 from search_segments s where s.workspace_id = search_workspaces.workspace_id
      and s.state = 'retired' and s.retired_at < $retiredBefore)`,
})

const logStatement = statement<
  never,
  { workspaceId: string; bytes: number; analyser: string; segmenter: string | null }
>(
  'search.log',
  `insert into search_workspaces (workspace_id, sequence, unmerged_bytes, analyser, segmenter)
     values ($workspaceId, 1, $bytes, $analyser, $segmenter)
   on conflict (workspace_id) do update set sequence = search_workspaces.sequence + 1,
     unmerged_bytes = search_workspaces.unmerged_bytes + excluded.unmerged_bytes,
     segmenter = coalesce(search_workspaces.segmenter, excluded.segmenter)`,
)
const insertChangeStatement = statement<
  never,
  { workspaceId: string; pageId: string; entry: Uint8Array | null }
>(
  'search.insertChange',
  `insert into search_changes (workspace_id, sequence, page_id, entry)
   values ($workspaceId, (select sequence from search_workspaces where workspace_id = $workspaceId), $pageId,
     $entry)`,
)
const reserveStatement = statement<never, { workspaceId: string; count: number; analyser: string }>(
  'search.reserve',
  `insert into search_workspaces (workspace_id, sequence, analyser) values ($workspaceId, $count, $analyser)
   on conflict (workspace_id) do update set sequence = search_workspaces.sequence + excluded.sequence`,
)
const insertRemovalsOf = (size: number) => ({
  size,
  statement: statement<never, { workspaceId: string; count: number; ids: readonly string[] }>(
    'search.insertRemovals',
    `insert into search_changes (workspace_id, sequence, page_id, entry)
     select p.workspace_id, w.sequence - $count + row_number() over (order by p.id), p.id, null
     from pages p join search_workspaces w on w.workspace_id = p.workspace_id
     where p.workspace_id = $workspaceId and p.id in ($ids[${size}])`,
  ),
})
const insertRemovalsStatements = listSizes.map(insertRemovalsOf)
const changesStatement = statement<
  Omit<IndexState, 'sequence'> & { [Name in keyof ChangeRow]: ChangeRow[Name] | null },
  { workspaceId: string; after: number; limit: number }
>(
  'search.changes',
  `select w.generation, w.merged_sequence as "mergedSequence", r.rights_version as "rightsVersion",
     r.section_sequence as "sectionSequence", c.sequence, c.page_id as "pageId", c.entry
   from search_workspaces w join workspaces r on r.id = w.workspace_id left join search_changes c
     on c.workspace_id = w.workspace_id
       and c.sequence > case when w.merged_sequence > $after then w.merged_sequence else $after end
   where w.workspace_id = $workspaceId order by c.sequence limit $limit`,
)
const stateStatement = statement<IndexState, { workspaceId: string }>(
  'search.state',
  `select s.generation, s.merged_sequence as "mergedSequence", s.sequence,
     w.rights_version as "rightsVersion", w.section_sequence as "sectionSequence"
   from search_workspaces s join workspaces w on w.id = s.workspace_id
   where s.workspace_id = $workspaceId`,
)
const segmentsStatement = statement<SegmentRow, { workspaceId: string }>(
  'search.segments',
  `select segment, first_sequence as "firstSequence", last_sequence as "lastSequence", documents, terms
   from search_segments where workspace_id = $workspaceId and state = 'live' order by first_sequence`,
)
const chunkStatement = statement<{ data: Uint8Array }, ChunkAddress & { workspaceId: string }>(
  'search.chunk',
  `select data from search_chunks where workspace_id = $workspaceId and segment = $segment and kind = $kind
     and number = $number`,
)
const nextSegmentStatement = statement<{ segment: number }, { workspaceId: string }>(
  'search.nextSegment',
  `update search_workspaces set next_segment = next_segment + 1 where workspace_id = $workspaceId
   returning next_segment - 1 as "segment"`,
)
const insertSegmentStatement = statement<
  never,
  { workspaceId: string; segment: number; firstSequence: number; lastSequence: number }
>(
  'search.insertSegment',
  `insert into search_segments
     (workspace_id, segment, state, first_sequence, last_sequence, documents, terms)
   values ($workspaceId, $segment, 'building', $firstSequence, $lastSequence, 0, 0)`,
)
const insertChunkStatement = statement<
  never,
  ChunkAddress & { workspaceId: string; data: Uint8Array }
>(
  'search.insertChunk',
  `insert into search_chunks (workspace_id, segment, kind, number, data)
     values ($workspaceId, $segment, $kind, $number, $data)`,
)
const publishStatement = statement<
  never,
  { workspaceId: string; segment: number; documents: number; terms: number }
>(
  'search.publish',
  `update search_segments set state = 'live', documents = $documents, terms = $terms
   where workspace_id = $workspaceId and segment = $segment`,
)
const retireStatement = statement<never, { workspaceId: string; segment: number; at: number }>(
  'search.retire',
  `update search_segments set state = 'retired', retired_at = $at where workspace_id = $workspaceId
     and segment = $segment`,
)
const advanceStatement = statement<
  never,
  { workspaceId: string; lastSequence: number; bytes: number }
>(
  'search.advance',
  `update search_workspaces set generation = generation + 1,
     unmerged_bytes = case when unmerged_bytes < $bytes then 0 else unmerged_bytes - $bytes end,
     merged_sequence = case when merged_sequence < $lastSequence then $lastSequence else merged_sequence end
   where workspace_id = $workspaceId`,
)
const hasUnmergedStatement = statement<
  { unmergedBytes: number },
  { workspaceId: string; bytes: number }
>(
  'search.hasUnmerged',
  `select unmerged_bytes as "unmergedBytes" from search_workspaces
     where workspace_id = $workspaceId and unmerged_bytes >= $bytes`,
)
const discountStatement = statement<never, { workspaceId: string; bytes: number }>(
  'search.discount',
  `update search_workspaces set unmerged_bytes = unmerged_bytes - $bytes
     where workspace_id = $workspaceId and unmerged_bytes >= $bytes`,
)
const migratedStatement = statement<
  { migratedAt: number | null; builtAt: number | null },
  { migration: number }
>(
  'search.migrated',
  `select max(m.applied_at) as "migratedAt", min(f.applied_at) as "builtAt"
   from migrations m cross join migrations f where m.number = $migration`,
)
const forgottenStatement = statement<
  { segment: number },
  { workspaceId: string; retiredBefore: number }
>(
  'search.forgotten',
  `select segment from search_segments where workspace_id = $workspaceId
     and (state = 'building' or state = 'retired' and retired_at < $retiredBefore) order by segment limit 1`,
)
const deleteChunksStatement = statement<
  never,
  { workspaceId: string; segment: number; limit: number }
>(
  'search.deleteChunks',
  `delete from search_chunks where workspace_id = $workspaceId and segment = $segment and (kind, number) in
     (select kind, number from search_chunks where workspace_id = $workspaceId
     and segment = $segment limit $limit)`,
)
const deleteSegmentStatement = statement<never, { workspaceId: string; segment: number }>(
  'search.deleteSegment',
  'delete from search_segments where workspace_id = $workspaceId and segment = $segment',
)
const deleteChangesStatement = statement<never, { workspaceId: string; limit: number }>(
  'search.deleteChanges',
  `delete from search_changes where workspace_id = $workspaceId and sequence in
     (select c.sequence from search_changes c join search_workspaces w on w.workspace_id = c.workspace_id
      where c.workspace_id = $workspaceId and c.sequence <= w.merged_sequence
      order by c.sequence limit $limit)`,
)

/** Logs the entry of a page; `segmenter` is set if its terms depend on one. */
export async function log(
  transaction: Transaction,
  page: { workspaceId: string; pageId: string },
  entry: Uint8Array | null,
  versions: { analyser: string; segmenter: string | null },
): Promise<void> {
  const { workspaceId, pageId } = page
  await allSettledOrThrow(
    transaction.run(logStatement, { workspaceId, bytes: entry?.length ?? 0, ...versions }),
    transaction.run(insertChangeStatement, { workspaceId, pageId, entry }),
  )
}

/** Logs deleted pages: at most `maxListed`, without duplicates. */
export async function logRemovals(
  transaction: Transaction,
  pages: { workspaceId: string; ids: readonly string[] },
  analyser: string,
): Promise<void> {
  const { workspaceId, ids } = pages
  const { statement, list } = forList(insertRemovalsStatements, ids)
  const count = ids.length
  await allSettledOrThrow(
    transaction.run(reserveStatement, { workspaceId, count, analyser }),
    transaction.run(statement, { workspaceId, count, ids: list }),
  )
}

/** The state of the index, with the changes after a sequence number that are in no segment, from one snapshot. */
export async function changes(
  reader: Reader,
  workspaceId: string,
  after: number,
  limit: number,
): Promise<{ state: Omit<IndexState, 'sequence'>; changes: ChangeRow[] }> {
  const rows = await reader.all(changesStatement, { workspaceId, after, limit })
  const [first] = rows
  const found: ChangeRow[] = []
  for (const { sequence, pageId, entry } of rows) {
    if (sequence !== null && pageId !== null) found.push({ sequence, pageId, entry })
  }
  return {
    state: {
      generation: first?.generation ?? 0,
      mergedSequence: first?.mergedSequence ?? 0,
      rightsVersion: first?.rightsVersion ?? 0,
      sectionSequence: first?.sectionSequence ?? 0,
    },
    changes: found,
  }
}

export async function state(reader: Reader, workspaceId: string): Promise<IndexState> {
  const versions = { rightsVersion: 0, sectionSequence: 0 }
  const none = { generation: 0, mergedSequence: 0, sequence: 0, ...versions }
  return (await reader.get(stateStatement, { workspaceId })) ?? none
}

/** Oldest first. */
export function segments(reader: Reader, workspaceId: string): Promise<SegmentRow[]> {
  return reader.all(segmentsStatement, { workspaceId })
}

export async function chunk(
  reader: Reader,
  workspaceId: string,
  { segment, kind, number }: ChunkAddress,
): Promise<Uint8Array | undefined> {
  return (await reader.get(chunkStatement, { workspaceId, segment, kind, number }))?.data
}

/** Returns the number of a new segment, which no one reads before it is published. */
export async function startSegment(
  transaction: Transaction,
  workspaceId: string,
  range: { firstSequence: number; lastSequence: number },
): Promise<number> {
  const segment = (await transaction.get(nextSegmentStatement, { workspaceId }))?.segment ?? 0
  await transaction.run(insertSegmentStatement, { workspaceId, segment, ...range })
  return segment
}

export async function insertChunk(
  transaction: Transaction,
  workspaceId: string,
  { segment, kind, number }: ChunkAddress,
  data: Uint8Array,
): Promise<void> {
  await transaction.run(insertChunkStatement, { workspaceId, segment, kind, number, data })
}

/** Replaces segments, or the changes up to its last sequence number with this many bytes, by a finished segment. */
export async function publish(
  transaction: Transaction,
  workspaceId: string,
  { segment, lastSequence, documents, terms }: SegmentRow,
  retired: { segments: readonly number[]; bytes: number; at: number },
): Promise<void> {
  await transaction.run(publishStatement, { workspaceId, segment, documents, terms })
  for (const segment of retired.segments) {
    await transaction.run(retireStatement, { workspaceId, segment, at: retired.at })
  }
  const { bytes } = retired
  await transaction.run(advanceStatement, { workspaceId, lastSequence, bytes })
}

/** When the store was created, and when a migration changed it. */
export async function migrated(
  reader: Reader,
  migration: number,
): Promise<{ migratedAt: number; builtAt: number }> {
  const row = await reader.get(migratedStatement, { migration })
  return { migratedAt: row?.migratedAt ?? 0, builtAt: row?.builtAt ?? 0 }
}

/** Whether this many bytes of changes are not merged yet, by an estimate that is at most slightly too high. */
export async function hasUnmerged(
  reader: Reader,
  workspaceId: string,
  bytes: number,
): Promise<boolean> {
  return (await reader.get(hasUnmergedStatement, { workspaceId, bytes })) !== undefined
}

/** Reduces the estimate of unmerged bytes. */
export async function discountUnmerged(
  transaction: Transaction,
  workspaceId: string,
  bytes: number,
): Promise<void> {
  await transaction.run(discountStatement, { workspaceId, bytes })
}

/** A segment that was never finished, or that was retired before a time. */
export async function forgottenSegment(
  reader: Reader,
  workspaceId: string,
  retiredBefore: number,
): Promise<number | undefined> {
  return (await reader.get(forgottenStatement, { workspaceId, retiredBefore }))?.segment
}

/** Returns the number of deleted chunks; 0 when the segment is gone too. */
export async function deleteChunks(
  transaction: Transaction,
  workspaceId: string,
  segment: number,
  limit: number,
): Promise<number> {
  const deleted = await transaction.run(deleteChunksStatement, { workspaceId, segment, limit })
  if (deleted < limit) await transaction.run(deleteSegmentStatement, { workspaceId, segment })
  return deleted
}

/** Deletes changes that are in a segment; returns their number. */
export function deleteChanges(
  transaction: Transaction,
  workspaceId: string,
  limit: number,
): Promise<number> {
  return transaction.run(deleteChangesStatement, { workspaceId, limit })
}
