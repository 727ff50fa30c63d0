import { assignSubtree } from '../../server/domain/rights/assignment.ts'
import { updateAccess } from '../../server/domain/rights/effective-access.ts'
import { type Level, levelNumbers, sections } from '../../server/store/index.ts'
import { storedPage } from './pages.ts'
import type { TestServer } from './server.ts'

/** Makes a page a section that only these principals can access. */
export async function restrict(
  quire: TestServer,
  pageId: string,
  access: Record<string, Level>,
): Promise<void> {
  const { app, workspaceId, userId } = quire
  const { sectionId: enclosingId } = await storedPage(quire, pageId)
  const section = { workspaceId, sectionId: pageId }
  const created = { createdAt: 1, createdBy: userId }
  await app.store.transactIn({ workspaceId }, async (transaction) => {
    await sections.put(transaction, workspaceId, { sectionId: pageId, inherits: 0, ...created })
    for (const [principalId, level] of Object.entries(access)) {
      const grant = { ...section, principalId, level: levelNumbers[level], ...created }
      await sections.putGrant(transaction, grant)
    }
    const page = { workspaceId, id: pageId, sectionId: enclosingId }
    await assignSubtree(transaction, page, pageId)
    await updateAccess(transaction, section, enclosingId)
    await sections.advance(transaction, workspaceId)
  })
}
