import { sections, type Transaction } from '../../store/index.ts'

/** Gives each member the level of their role. */
const levelOfRole = 0

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
  const inherited =
    row.inherits === 1 ? await accessOf(transaction, { workspaceId, sectionId: enclosingId }) : []
  const own = await sections.grants(transaction, section)
  await sections.replaceAccess(transaction, section, highest([...inherited, ...own]))
  for (const nested of await sections.nested(transaction, section)) {
    await updateAccess(transaction, { workspaceId, sectionId: nested }, sectionId)
  }
}

async function accessOf(
  transaction: Transaction,
  { workspaceId, sectionId }: { workspaceId: string; sectionId: string | null },
): Promise<sections.GrantRow[]> {
  if (sectionId === null) return [{ principalId: workspaceId, level: levelOfRole }]
  return sections.access(transaction, { workspaceId, sectionId })
}

/** The highest level of each principal. The level of the role stays beside a fixed level for everyone. */
function highest(rows: readonly sections.GrantRow[]): sections.GrantRow[] {
  const levels = new Map<string, number>()
  for (const { principalId, level } of rows) {
    if (level === levelOfRole) continue
    levels.set(principalId, Math.max(level, levels.get(principalId) ?? level))
  }
  const ofRole = rows.filter(({ level }) => level === levelOfRole).slice(0, 1)
  return [...ofRole, ...[...levels].map(([principalId, level]) => ({ principalId, level }))]
}
