import { newId } from '../../server/lib/ids.ts'
import {
  groups,
  levelNumbers,
  pages,
  publicViewer,
  sections,
  type Store,
  systemViewer,
  type Viewer,
} from '../../server/store/index.ts'

type Sizes = { sections: number; groups: number }

/**
 * Turns every second page into a part of one of some sections, each of which one group can read, and returns a viewer
 * who is in every second group.
 */
export async function restrictPages(
  store: Store,
  { workspaceId, userId }: { workspaceId: string; userId: string },
  sizes: Sizes,
): Promise<Viewer> {
  const groupIds = Array.from({ length: sizes.groups }, () => newId())
  await store.transact(async (transaction) => {
    for (const [index, groupId] of groupIds.entries()) {
      const group = { workspaceId, groupId, name: `Group ${index}`, oidcGroup: null, createdAt: 0 }
      await groups.insert(transaction, { ...group, createdBy: userId })
      const membership = { workspaceId, groupId, userId, source: 'person', createdAt: 0 } as const
      if (index % 2 === 0) await groups.addMember(transaction, membership)
    }
  })
  const rows = await pages.byOwnership(store, systemViewer(workspaceId), 'TEXT', 1_000_000)
  const ids = rows.map(({ id }) => id).filter((_, index) => index % 2 === 0)
  for (let number = 0; number < sizes.sections; number += 1) {
    const inside = ids.filter((_, index) => index % sizes.sections === number)
    const [sectionId] = inside
    if (sectionId === undefined) break
    const principalId = groupIds[number % groupIds.length] ?? ''
    await store.transact(async (transaction) => {
      const row = {
        sectionId,
        inherits: 0,
        opensByRole: 0,
        createdAt: 0,
        createdBy: userId,
      } as const
      await sections.put(transaction, workspaceId, row)
      await sections.replaceAccess(transaction, { workspaceId, sectionId }, [
        { principalId, level: levelNumbers.write },
      ])
      for (let start = 0; start < inside.length; start += 100) {
        const some = inside.slice(start, start + 100)
        await sections.assign(transaction, { workspaceId, ids: some }, sectionId)
      }
      await sections.advance(transaction, workspaceId)
    })
  }
  return { ...publicViewer(workspaceId), viewerId: userId }
}
