import { createKey } from '../../server/domain/people/api-keys.ts'
import { putMember } from '../../server/domain/people/members.ts'
import { createUser } from '../../server/domain/people/users.ts'
import { createWorkspace } from '../../server/domain/people/workspaces.ts'
import { clock } from '../../server/lib/clock.ts'
import { newId } from '../../server/lib/ids.ts'
import type { Role } from '../../server/lib/vocabulary.ts'
import { members, users } from '../../server/store/index.ts'
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

/** An agent with a key, as the store has it: no operation creates one. */
export async function addAgent(
  { app, workspaceId }: TestServer,
  name: string,
  role: Role,
): Promise<Person> {
  const id = newId()
  const email = `agent-${id}@agents.invalid`
  const createdAt = clock.now()
  await app.store.transact(async (transaction) => {
    const account = { id, email, firstName: name, lastName: '', kind: 'agent' } as const
    const settings = { emailVerified: 0, language: null, disabledAt: null } as const
    await users.insert(transaction, { ...account, ...settings, createdAt }, null)
    await members.put(transaction, { workspaceId, userId: id, role, createdAt })
  })
  const { key } = await createKey(app.store, { userId: id, name: 'agent', expires: 'never' })
  return { userId: id, email, key }
}

/** Another workspace, of the first person unless someone else is named; gives its id. */
export async function addWorkspace(
  { app, userId }: TestServer,
  name: string,
  ownerId = userId,
): Promise<string> {
  return (await createWorkspace(app.store, { name, slug: undefined }, ownerId)).id
}
