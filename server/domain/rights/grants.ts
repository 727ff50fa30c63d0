import { levelNumbers, sections, type Transaction } from '../../store/index.ts'
import { assignSubtree } from './assignment.ts'
import { updateAccess } from './effective-access.ts'
import { enclosingOf } from './sections.ts'

type Page = {
  workspaceId: string
  id: string
  parentId: string
  sectionId: string | null
  /** Of whoever changes the grant, where they need to keep it. */
  level?: number
}

type Grant = {
  principalId: string
  /** Null takes the access away. */
  level: number | null
  at: number
  by: string
}

/**
 * Grants a level on a page and what is below it. A page that is not a section becomes one that inherits, which
 * changes nothing for anyone else.
 */
export async function setGrant(transaction: Transaction, page: Page, grant: Grant): Promise<void> {
  const { workspaceId, id, sectionId } = page
  const { principalId, level, at: createdAt, by: createdBy } = grant
  const section = { workspaceId, sectionId: id }
  if (sectionId !== id) {
    if (level === null) return
    const row = { sectionId: id, inherits: 1, opensByRole: 0, createdAt, createdBy } as const
    await sections.put(transaction, workspaceId, row)
    if ((page.level ?? levelNumbers.manage) < levelNumbers.manage) {
      // The author of a page manages it outside of sections, and keeps doing so.
      const own = { principalId: createdBy, level: levelNumbers.manage }
      await sections.putGrant(transaction, { ...section, ...own, createdAt, createdBy })
    }
    await assignSubtree(transaction, page, id)
  }
  if (level === null) await sections.removeGrant(transaction, { ...section, principalId })
  else
    await sections.putGrant(transaction, { ...section, principalId, level, createdAt, createdBy })
  await updateAccess(transaction, section, await enclosingOf(transaction, page))
  await sections.advance(transaction, workspaceId)
}
