import type { Reader, Transaction } from '../connection.ts'
import { statement } from '../statement.ts'

/** The number of files in a workspace with a MIME type. */
export type FileCount = { mimeType: string; files: number }

const sequencesStatement = statement<
  { sequence: number; countedSequence: number | null },
  { workspaceId: string }
>(
  'fileCounts.sequences',
  `select event_sequence as "sequence", files_counted_sequence as "countedSequence"
   from workspaces where id = $workspaceId`,
)
const cachedStatement = statement<FileCount, { workspaceId: string }>(
  'fileCounts.kept',
  `select mime_type as "mimeType", files from file_counts
   where workspace_id = $workspaceId and files > 0 order by mime_type`,
)
const countStatement = statement<FileCount, { workspaceId: string }>(
  'fileCounts.count',
  `select mime_type as "mimeType", count(*) as "files" from files
   where workspace_id = $workspaceId group by mime_type order by mime_type`,
)
const markStatement = statement<never, { workspaceId: string }>(
  'fileCounts.mark',
  'update workspaces set files_counted_sequence = event_sequence where id = $workspaceId',
)
const clearStatement = statement<never, { workspaceId: string }>(
  'fileCounts.clear',
  'delete from file_counts where workspace_id = $workspaceId',
)
const fillStatement = statement<never, { workspaceId: string }>(
  'fileCounts.fill',
  `insert into file_counts (workspace_id, mime_type, files)
   select workspace_id, mime_type, count(*) from files
   where workspace_id = $workspaceId group by workspace_id, mime_type`,
)
const addStatement = statement<never, FileCount & { workspaceId: string }>(
  'fileCounts.add',
  `insert into file_counts (workspace_id, mime_type, files) values ($workspaceId, $mimeType, $files)
   on conflict (workspace_id, mime_type) do update set files = file_counts.files + excluded.files`,
)

/**
 * By MIME type. Undefined when a recount is needed: the workspace was never counted, or an older version of Quire
 * has written to it.
 */
export async function cached(
  reader: Reader,
  workspaceId: string,
): Promise<FileCount[] | undefined> {
  const row = await reader.get(sequencesStatement, { workspaceId })
  if (row === undefined || row.countedSequence !== row.sequence) return undefined
  return reader.all(cachedStatement, { workspaceId })
}

/** The same, counted from the files. */
export function count(reader: Reader, workspaceId: string): Promise<FileCount[]> {
  return reader.all(countStatement, { workspaceId })
}

/** Counts and caches the result; from then on, each event updates the counts. */
export async function recount(transaction: Transaction, workspaceId: string): Promise<FileCount[]> {
  // First, because it waits for concurrent writers and blocks later ones.
  await transaction.run(markStatement, { workspaceId })
  await transaction.run(clearStatement, { workspaceId })
  await transaction.run(fillStatement, { workspaceId })
  return transaction.all(cachedStatement, { workspaceId })
}

/** Called with the event of the change: see events.append. */
export async function add(
  transaction: Transaction,
  workspaceId: string,
  { mimeType, files }: FileCount,
): Promise<void> {
  await transaction.run(addStatement, { workspaceId, mimeType, files })
}
