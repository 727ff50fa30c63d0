import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { addFile, addPage } from '../../test/support/pages.ts'
import { addPerson } from '../../test/support/people.ts'
import { contextOf, startServer, type TestServer } from '../../test/support/server.ts'
import { findExamples } from './examples.ts'

describe('findExamples', () => {
  let server: TestServer
  before(async () => {
    server = await startServer()
  })
  after(() => server.close())

  const find = (userId: string, workspaceIds?: readonly string[]) =>
    findExamples(contextOf(server, { userId, workspaceIds }))

  it('has nothing for who is a member nowhere, nor for a key that opens nothing', async () => {
    const { userId } = await addPerson(server, 'Outside')
    assert.deepEqual(await find(userId), {})
    assert.deepEqual(await find(server.userId, []), {})
  })

  it('names what is there, the newest page that is not in the trash', async () => {
    const workspace = server.workspaceId
    assert.deepEqual(await find(server.userId), { workspace })
    const page = await addPage(server, 'First')
    const file = await addFile(server, page)
    const newest = await addPage(server, 'Newest')
    assert.deepEqual(await find(server.userId), { workspace, page: newest, file })
    await server.post('/v1/pages/delete', { workspaceId: workspace, pageId: newest })
    assert.deepEqual(await find(server.userId), { workspace, page, file })
  })
})
