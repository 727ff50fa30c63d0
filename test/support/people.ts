import { createKey } from '../../server/domain/people/api-keys.ts'
import { putMember } from '../../server/domain/people/members.ts'
import { createUser } from '../../server/domain/people/users.ts'
import { createWorkspace } from '../../server/domain/people/workspaces.ts'
import type { Role } from '../../server/lib/vocabulary.ts'
import type { TestServer } from './server.ts'

export type Person = { userId: string; email: string; key: string }

/** Another person with a key, in the first workspace when a role is given. */
export async function addPerson(
  { app, workspaceId }: TestServer,
  firstName: string,
  role?: Role,
): Promise<Person> {
  const email = `${firstName.toLowerCase()}@example.com`
  const user = await createUser(app.store, { email, firstName, lastName: 'Tester' })
  if (role !== undefined) {
    const actor = { userId: user.id, via: 'cli' } as const
    await putMember(app.store, workspaceId, { userId: user.id, role }, actor)
  }
  const created = await createKey(app.store, { userId: user.id, name: 'test', expires: 'never' })
  return { userId: user.id, email, key: created.key }
}

/** Another workspace, of the first person unless someone else is named; gives its id. */
export async function addWorkspace(
  { app, userId }: TestServer,
  name: string,
  ownerId = userId,
): Promise<string> {
  return (await createWorkspace(app.store, { name, slug: undefined }, ownerId)).id
}
