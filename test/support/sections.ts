import assert from 'node:assert/strict'
import { type Level, sections } from '../../server/store/index.ts'
import { statement } from '../../server/store/statement.ts'
import { addPerson, type Person } from './people.ts'
import type { TestServer } from './server.ts'

/** What a private page is. */
export const isPrivate = { inherits: false, everyone: null }

/** What makes a page one that only these principals and the caller can access. */
export function onlyFor(access: Record<string, Level>): object {
  const grants = Object.entries(access).map(([principalId, level]) => ({ principalId, level }))
  return { ...isPrivate, grants }
}

/** Changes the permissions of a page over HTTP. */
export async function restrict(
  { post, workspaceId }: TestServer,
  pageId: string,
  change: object = isPrivate,
  key?: string,
): Promise<void> {
  const { status, body } = await post(
    '/v1/permissions/update',
    { workspaceId, pageId, ...change },
    key,
  )
  assert.equal(status, 200, JSON.stringify(body))
}

/** Makes a page a section that only these principals can access, everyone in the workspace by its ID. */
export function grantOnly(
  quire: TestServer,
  pageId: string,
  access: Record<string, Level>,
): Promise<void> {
  const { [quire.workspaceId]: everyone = null, ...others } = access
  const grants = Object.entries(others).map(([principalId, level]) => ({ principalId, level }))
  return restrict(quire, pageId, { inherits: false, everyone, grants })
}

const shareOnly = statement<never, { workspaceId: string; userId: string }>(
  'test.shareOnly',
  `update members set scope = 'shared' where workspace_id = $workspaceId and user_id = $userId`,
)

/** A person who sees only what is shared with them. */
export async function addGuest(
  quire: TestServer,
  firstName: string,
  role: 'MEMBER' | 'VIEWER',
): Promise<Person> {
  const person = await addPerson(quire, firstName, role)
  const { workspaceId } = quire
  await quire.app.store.transactIn({ workspaceId }, async (transaction) => {
    await transaction.run(shareOnly, { workspaceId, userId: person.userId })
    await sections.advance(transaction, workspaceId)
  })
  return person
}

/** A group with these members. */
export async function addGroup(
  { post, workspaceId }: Pick<TestServer, 'post' | 'workspaceId'>,
  name: string,
  members: readonly Person[] = [],
): Promise<string> {
  const { status, body } = await post<{ id: string }>('/v1/groups/create', { workspaceId, name })
  assert.equal(status, 200)
  for (const { userId } of members) {
    const membership = { workspaceId, groupId: body.id, userId }
    assert.equal((await post('/v1/groups/add-member', membership)).status, 200)
  }
  return body.id
}
