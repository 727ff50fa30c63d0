import type { AgentRole } from '../../server/domain/agents/agents.ts'
import { createAgent } from '../../server/domain/agents/changes.ts'
import { createKey } from '../../server/domain/people/api-keys.ts'
import { putMember } from '../../server/domain/people/members.ts'
import { createUser } from '../../server/domain/people/users.ts'
import { createWorkspace } from '../../server/domain/people/workspaces.ts'
import type { Role } from '../../server/lib/vocabulary.ts'
import { contextOf, type TestServer } from './server.ts'

export type Person = { userId: string; email: string; key: string }

/** Another person with a key, in the first workspace when a role is given. */
export async function addPerson(
  { app, workspaceId }: Pick<TestServer, 'app' | 'workspaceId'>,
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

/** An agent of the first person with a key. With pages, it is limited to them. */
export async function addAgent(
  quire: TestServer,
  name: string,
  role: AgentRole,
  pageIds?: readonly string[],
  icon: string | null = null,
): Promise<Person> {
  const { app, workspaceId } = quire
  const limit = pageIds === undefined ? {} : { pageIds }
  const id = await createAgent(contextOf(quire), { workspaceId, name, role, icon, ...limit })
  const { key } = await createKey(app.store, { userId: id, name: 'agent', expires: 'never' })
  return { userId: id, email: `agent-${id}@agents.invalid`, key }
}

/** Another workspace, of the first person unless someone else is named; gives its id. */
export async function addWorkspace(
  { app, userId }: TestServer,
  name: string,
  ownerId = userId,
): Promise<string> {
  return (await createWorkspace(app.store, { name, slug: undefined }, ownerId)).id
}
