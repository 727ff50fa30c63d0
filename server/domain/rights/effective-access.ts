import { type Reader, sections, type Transaction } from '../../store/index.ts'

/** Gives each member the level of their role. */
export const levelOfRole = 0

/**
 * Derives who can access a section from its grants and, if it inherits, from those of the enclosing section (null:
 * the workspace). The sections inside follow.
 */
export async function updateAccess(
  transaction: Transaction,
  section: sections.SectionAddress,
  enclosingId: string | null,
): Promise<void> {
  const { workspaceId, sectionId } = section
  const row = await sections.get(transaction, section)
  if (row === undefined) return
  await sections.enclose(transaction, section, enclosingId)
  const inherited = row.inherits === 1 ? await accessIn(transaction, workspaceId, enclosingId) : []
  const own = await sections.grants(transaction, section)
  if (row.opensByRole === 1) own.push({ principalId: workspaceId, level: levelOfRole })
  await sections.replaceAccess(transaction, section, highest([...inherited, ...own]))
  for (const nested of await sections.nested(transaction, section)) {
    await updateAccess(transaction, { workspaceId, sectionId: nested }, sectionId)
  }
}

/** Who can access a page in the section; null is outside of sections. */
export async function accessIn(
  reader: Reader,
  workspaceId: string,
  sectionId: string | null,
): Promise<sections.GrantRow[]> {
  if (sectionId === null) return [{ principalId: workspaceId, level: levelOfRole }]
  return sections.access(reader, { workspaceId, sectionId })
}

/** The highest level of each principal. The level of the role stays beside a fixed level for everyone. */
export function highest(rows: readonly sections.GrantRow[]): sections.GrantRow[] {
  const levels = new Map<string, number>()
  for (const { principalId, level } of rows) {
    if (level === levelOfRole) continue
    levels.set(principalId, Math.max(level, levels.get(principalId) ?? level))
  }
  const ofRole = rows.filter(({ level }) => level === levelOfRole).slice(0, 1)
  return [...ofRole, ...[...levels].map(([principalId, level]) => ({ principalId, level }))]
}
