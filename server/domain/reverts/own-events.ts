import { activity, type Reader, type trash } from '../../store/index.ts'
import { type Family, isReverted } from './target.ts'

/** The newest event that deleted a page is among these. */
const newestEvents = 50

/** Whether an event tells of a change of the family, or of one that it proposed. */
export function isOwnEvent(
  family: Family,
  { sequence, runId, createdAt: at }: { sequence: number; runId: string | null; createdAt: number },
): boolean {
  return isReverted(family, { runId, at }) || family.accepted.sequences.has(sequence)
}

/** Whether the family moved a page to the trash, or proposed it. */
export async function hasDeleted(
  reader: Reader,
  family: Family,
  { id, deletedAt, deletedWith, deletedRunId: runId }: trash.TrashRow,
): Promise<boolean> {
  if (deletedAt === null) return false
  if (isReverted(family, { runId, at: deletedAt })) return true
  if (family.accepted.sequences.size === 0) return false
  const whose = { of: 'page', id: deletedWith ?? id } as const
  const part = { before: Number.MAX_SAFE_INTEGER, limit: newestEvents }
  const newest = await activity.newest(reader, family.workspaceId, whose, part)
  const deletion = newest.find(({ type }) => type === 'page.deleted')
  return deletion !== undefined && family.accepted.sequences.has(deletion.sequence)
}
