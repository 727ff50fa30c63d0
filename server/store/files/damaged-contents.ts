import type { ContentFault } from '../../lib/vocabulary.ts'
import type { Reader, Transaction } from '../connection.ts'
import { statement } from '../statement.ts'

/** The progress of the content check; `position` is the last content checked, '' between two rounds. */
export type CheckState = { position: string; finishedAt: number }

export type MarkedContent = { sha256: string; size: number; fault: ContentFault }

const checkName = 'contents'

const faultStatement = statement<{ fault: ContentFault }, { sha256: string }>(
  'damagedContents.fault',
  'select fault from damaged_contents where sha256 = $sha256',
)
const allStatement = statement<MarkedContent>(
  'damagedContents.all',
  `select sha256, fault, max(size) as size from damaged_contents join files using (sha256)
   group by sha256, fault order by sha256`,
)
const claimStatement = statement<
  { sha256: string },
  { sha256: string; before: number; at: number }
>(
  'damagedContents.claimAttempt',
  `update damaged_contents set found_at = $at where sha256 = $sha256 and found_at <= $before
   returning sha256`,
)
const markStatement = statement<never, { sha256: string; fault: ContentFault; now: number }>(
  'damagedContents.mark',
  `insert into damaged_contents (sha256, fault, found_at) values ($sha256, $fault, $now)
   on conflict (sha256) do update set fault = excluded.fault, found_at = excluded.found_at`,
)
const clearStatement = statement<never, { sha256: string }>(
  'damagedContents.clear',
  'delete from damaged_contents where sha256 = $sha256',
)
const nextStatement = statement<{ sha256: string; size: number }, { after: string; limit: number }>(
  'files.nextHashes',
  'select distinct sha256, size from files where sha256 > $after order by sha256 limit $limit',
)
const stateStatement = statement<CheckState, { checkName: string }>(
  'damagedContents.checkState',
  'select position, finished_at as "finishedAt" from content_checks where name = $checkName',
)
const keepStateStatement = statement<
  never,
  { checkName: string; position: string; finishedAt: number }
>(
  'damagedContents.keepCheckState',
  `insert into content_checks (name, position, finished_at) values ($checkName, $position, $finishedAt)
   on conflict (name) do update set position = excluded.position, finished_at = excluded.finished_at`,
)

export async function fault(reader: Reader, sha256: string): Promise<ContentFault | undefined> {
  return (await reader.get(faultStatement, { sha256 }))?.fault
}

/** The marked contents that files refer to. */
export function all(reader: Reader): Promise<MarkedContent[]> {
  return reader.all(allStatement)
}

/** Moves the time of the last attempt from `before` or earlier to `at`; false if another caller did. */
export async function claimAttempt(
  transaction: Transaction,
  attempt: { sha256: string; before: number; at: number },
): Promise<boolean> {
  return (await transaction.get(claimStatement, attempt)) !== undefined
}

export async function mark(
  transaction: Transaction,
  { sha256, fault, now }: { sha256: string; fault: ContentFault; now: number },
): Promise<void> {
  await transaction.run(markStatement, { sha256, fault, now })
}

export async function clear(transaction: Transaction, sha256: string): Promise<void> {
  await transaction.run(clearStatement, { sha256 })
}

/** The contents after a hash, in order. */
export function next(
  reader: Reader,
  after: string,
  limit: number,
): Promise<{ sha256: string; size: number }[]> {
  return reader.all(nextStatement, { after, limit })
}

/** Undefined before the first round. */
export function checkState(reader: Reader): Promise<CheckState | undefined> {
  return reader.get(stateStatement, { checkName })
}

export async function keepCheckState(
  transaction: Transaction,
  { position, finishedAt }: CheckState,
): Promise<void> {
  await transaction.run(keepStateStatement, { checkName, position, finishedAt })
}
