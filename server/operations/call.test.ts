import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { nothing } from '../../test/support/pages.ts'
import { addPerson, addWorkspace } from '../../test/support/people.ts'
import { contextOf, startServer, type TestServer } from '../../test/support/server.ts'
import type { Caller } from '../domain/context.ts'
import { call } from './call.ts'
import { listOperations, type OperationId } from './index.ts'

let server: TestServer
before(async () => {
  server = await startServer()
})
after(() => server.close())

function run(id: OperationId, input: object, caller: Partial<Caller> = {}): Promise<unknown> {
  const operation = listOperations().find((one) => one.id === id)
  assert.ok(operation)
  return call(operation, contextOf(server, caller), input)
}
const create = (caller: Partial<Caller>, workspaceId = server.workspaceId) =>
  run('pages.create', { workspaceId, title: 'Page' }, caller)
const stats = (caller: Partial<Caller>, workspaceId = server.workspaceId) =>
  run('workspaces.stats', { workspaceId }, caller)

describe('call', () => {
  it('refuses input that is not as declared before it looks at who asks', async () => {
    const { userId } = await addPerson(server, 'Stranger')
    await assert.rejects(run('pages.create', { title: 1 }, { userId }), {
      code: 'VALIDATION_FAILED',
    })
  })

  it('answers a stranger alike for a workspace that is there and for none', async () => {
    const { userId } = await addPerson(server, 'Outsider')
    const refusal = { code: 'FORBIDDEN', message: 'You are not a member of this workspace.' }
    for (const workspaceId of [server.workspaceId, nothing]) {
      await assert.rejects(stats({ userId }, workspaceId), refusal)
      await assert.rejects(create({ userId }, workspaceId), refusal)
    }
  })

  it('lets a viewer and a read-only key read and nothing more', async () => {
    const viewer = await addPerson(server, 'Viewer', 'VIEWER')
    const refused = [
      [{ userId: viewer.userId }, /^You have read-only access/],
      [{ readOnly: true }, /^This key is read-only/],
    ] as const
    for (const [caller, message] of refused) {
      await assert.rejects(create(caller), { code: 'FORBIDDEN', message })
      await stats(caller)
    }
  })

  it('keeps a key to its workspaces, even where its person owns others', async () => {
    const other = await addWorkspace(server, 'Other')
    const caller = { workspaceIds: [other] }
    const refusal = { code: 'FORBIDDEN', message: /^This key has no access to that workspace/ }
    await assert.rejects(stats(caller), refusal)
    await assert.rejects(create(caller), refusal)
    await create(caller, other.toUpperCase())
  })

  it('lets members, admins and owners write', async () => {
    for (const role of ['MEMBER', 'ADMIN', 'OWNER'] as const) {
      const { userId } = await addPerson(server, role, role)
      await create({ userId })
    }
  })
})
