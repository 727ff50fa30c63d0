import type { Store } from '../../connection.ts'
import * as users from '../../people/users.ts'
import * as sections from '../../rights/sections.ts'
import { levelNumbers, systemViewer, type Viewer } from '../../rights/viewer.ts'
import { type Fixture, userRow } from '../rows.ts'

type Grants = Record<string, number>

export function viewerOf({ workspaceId, userId }: Fixture, change: Partial<Viewer> = {}): Viewer {
  return {
    ...systemViewer(workspaceId),
    viewerId: userId,
    openLevel: levelNumbers.write,
    seesEverything: false,
    ...change,
  }
}

export async function addUser(store: Store): Promise<string> {
  const row = userRow()
  await store.transact((transaction) => users.insert(transaction, row, null))
  return row.id
}

/** Makes a page a section with this access. */
export async function restrict(
  store: Store,
  { workspaceId, userId }: Fixture,
  sectionId: string,
  access: Grants,
): Promise<void> {
  await store.transact(async (transaction) => {
    const row = { sectionId, inherits: 0, createdAt: 1, createdBy: userId } as const
    await sections.put(transaction, workspaceId, row)
    await sections.assign(transaction, { workspaceId, ids: [sectionId] }, sectionId)
    const rows = Object.entries(access).map(([principalId, level]) => ({ principalId, level }))
    await sections.replaceAccess(transaction, { workspaceId, sectionId }, rows)
    await sections.advance(transaction, workspaceId)
  })
}
