import assert from 'node:assert/strict'
import { sections } from '../../server/store/index.ts'
import { statement } from '../../server/store/statement.ts'
import { addPerson, type Person } from './people.ts'
import type { TestServer } from './server.ts'

/** What a private page is. */
export const isPrivate = { inherits: false, everyone: null }

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
