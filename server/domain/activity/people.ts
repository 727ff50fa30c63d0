import { members, type Reader, users, type Viewer } from '../../store/index.ts'
import type { WorkspaceContext } from '../context.ts'

export type PersonName = users.PersonName

/** The names of some people, also of removed ones. */
export async function readPeople(
  reader: Reader,
  ids: readonly (string | null)[],
): Promise<Map<string, PersonName>> {
  const known = new Set(ids.flatMap((id) => (id === null || id === '' ? [] : id)))
  const found = await users.names(reader, [...known])
  return new Map(found.map((person) => [person.id, person]))
}

/** Whether the caller may read the audit log of the workspace: its owners, where nobody else reads the answer. */
export async function mayReadAudit({
  store,
  viewer,
  caller,
}: Pick<WorkspaceContext, 'store' | 'caller'> & { viewer: Viewer }): Promise<boolean> {
  if (caller.visitor !== undefined || caller.audienceId !== undefined) return false
  const { workspaceId } = viewer
  return (await members.membership(store, workspaceId, caller.userId))?.role === 'OWNER'
}
