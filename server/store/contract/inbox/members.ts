import type { Store } from '../../connection.ts'
import * as members from '../../people/members.ts'
import * as users from '../../people/users.ts'
import * as sections from '../../rights/sections.ts'
import { type Fixture, userRow } from '../rows.ts'

export async function addMember(store: Store, { workspaceId }: Fixture): Promise<string> {
  const user = userRow()
  await store.transact(async (transaction) => {
    await users.insert(transaction, user, null)
    const member = { workspaceId, userId: user.id, role: 'MEMBER', createdAt: 1 } as const
    await members.put(transaction, member)
  })
  return user.id
}

/** Makes a page a section that no one can read. */
export async function hide(
  store: Store,
  { workspaceId, userId }: Fixture,
  pageId: string,
): Promise<void> {
  await store.transact(async (transaction) => {
    const rules = { sectionId: pageId, inherits: 0, opensByRole: 0 } as const
    await sections.put(transaction, workspaceId, { ...rules, createdAt: 1, createdBy: userId })
    await sections.assign(transaction, { workspaceId, ids: [pageId] }, pageId)
  })
}
