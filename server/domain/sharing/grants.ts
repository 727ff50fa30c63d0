import { pages, sections, systemViewer, type Transaction } from '../../store/index.ts'
import { assignSubtree } from '../rights/assignment.ts'
import { updateAccess } from '../rights/effective-access.ts'

type Page = { workspaceId: string; id: string; parentId: string; sectionId: string | null }

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
    const row = { sectionId: id, inherits: 1, createdAt, createdBy } as const
    await sections.put(transaction, workspaceId, row)
    await assignSubtree(transaction, page, id)
  }
  if (level === null) await sections.removeGrant(transaction, { ...section, principalId })
  else
    await sections.putGrant(transaction, { ...section, principalId, level, createdAt, createdBy })
  await updateAccess(transaction, section, await enclosingSection(transaction, page))
  await sections.advance(transaction, workspaceId)
}

async function enclosingSection(
  transaction: Transaction,
  { workspaceId, parentId, sectionId, id }: Page,
): Promise<string | null> {
  if (sectionId !== id) return sectionId
  const parent = await pages.get(transaction, systemViewer(workspaceId), parentId)
  return parent?.sectionId ?? null
}
