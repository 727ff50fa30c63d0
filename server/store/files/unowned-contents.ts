import type { Reader, Transaction } from '../connection.ts'
import { statement } from '../statement.ts'

/**
 * Contents without a file, with the time since when. While one is `removing`, no file may refer to it; after it is
 * `removed`, only files whose bytes were stored later may.
 */
export type UnownedContent = {
  sha256: string
  since: number
  state: 'kept' | 'removing' | 'removed'
}

const columns = 'sha256, since, state'
const getStatement = statement<UnownedContent, { sha256: string }>(
  'unownedContents.get',
  `select ${columns} from unowned_contents where sha256 = $sha256`,
)
const ownerStatement = statement<{ id: string }, { sha256: string }>(
  'unownedContents.owner',
  'select id from files where sha256 = $sha256 limit 1',
)
const dueStatement = statement<UnownedContent, { since: number; limit: number }>(
  'unownedContents.due',
  `select ${columns} from unowned_contents where since <= $since order by since, sha256 limit $limit`,
)
const noteStatement = statement<never, { sha256: string; since: number }>(
  'unownedContents.note',
  `insert into unowned_contents (sha256, since, state) values ($sha256, $since, 'kept')
   on conflict (sha256) do nothing`,
)
const forgetStatement = statement<never, { sha256: string }>(
  'unownedContents.forget',
  'delete from unowned_contents where sha256 = $sha256',
)
const markStatement = statement<never, UnownedContent>(
  'unownedContents.mark',
  'update unowned_contents set state = $state, since = $since where sha256 = $sha256',
)

export function get(reader: Reader, sha256: string): Promise<UnownedContent | undefined> {
  return reader.get(getStatement, { sha256 })
}

/** Whether a file in any workspace refers to it. */
export async function isOwned(reader: Reader, sha256: string): Promise<boolean> {
  return (await reader.get(ownerStatement, { sha256 })) !== undefined
}

/** Those recorded at this time or before, oldest first. */
export function due(reader: Reader, since: number, limit: number): Promise<UnownedContent[]> {
  return reader.all(dueStatement, { since, limit })
}

/** Records a content as unowned; an earlier record is kept. */
export async function note(transaction: Transaction, sha256: string, since: number): Promise<void> {
  await transaction.run(noteStatement, { sha256, since })
}

export async function forget(transaction: Transaction, sha256: string): Promise<void> {
  await transaction.run(forgetStatement, { sha256 })
}

export async function mark(
  transaction: Transaction,
  { sha256, state, since }: UnownedContent,
): Promise<void> {
  await transaction.run(markStatement, { sha256, state, since })
}
