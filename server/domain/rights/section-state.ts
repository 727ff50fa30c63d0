import { clock } from '../../lib/clock.ts'
import { type Reader, sections, type Transaction } from '../../store/index.ts'
import type { Caller } from '../context.ts'
import { levelOfRole, updateAccess } from './effective-access.ts'
import type { SectionState } from './grant-changes.ts'

/** The permissions of a section as they are stored; undefined for other pages. */
export async function stateOf(
  reader: Reader,
  section: sections.SectionAddress,
): Promise<SectionState | undefined> {
  const row = await sections.get(reader, section)
  if (row === undefined) return undefined
  const own = await sections.grants(reader, section)
  if (row.opensByRole === 1) own.push({ principalId: section.workspaceId, level: levelOfRole })
  return { inherits: row.inherits === 1, own }
}

/** Stores the permissions of a section inside another one, null for none, and lets them apply at once. */
export async function applyState(
  transaction: Transaction,
  caller: Caller,
  section: sections.SectionAddress,
  { enclosingId, ...state }: StateChange & { enclosingId: string | null },
): Promise<void> {
  await saveState(transaction, caller, section, state)
  await updateAccess(transaction, section, enclosingId)
  await sections.advance(transaction, section.workspaceId)
}

type StateChange = { before: readonly sections.GrantRow[]; after: SectionState }

/** Stores the permissions of a section that had the grants `before`. */
export async function saveState(
  transaction: Transaction,
  { userId }: Caller,
  section: sections.SectionAddress,
  { before, after }: StateChange,
): Promise<void> {
  const by = { createdAt: clock.now(), createdBy: userId }
  const granted = after.own.filter(({ level }) => level !== levelOfRole)
  await sections.put(transaction, section.workspaceId, {
    sectionId: section.sectionId,
    inherits: after.inherits ? 1 : 0,
    opensByRole: granted.length < after.own.length ? 1 : 0,
    ...by,
  })
  for (const { principalId } of before) {
    if (granted.some((grant) => grant.principalId === principalId)) continue
    await sections.removeGrant(transaction, { ...section, principalId })
  }
  for (const grant of granted) {
    await sections.putGrant(transaction, { ...section, ...grant, ...by })
  }
}
