import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { callTool } from '../../support/mcp.ts'
import { addPage, markdownOf } from '../../support/pages.ts'
import { addKey, startServer, type TestServer } from '../../support/server.ts'

let quire: TestServer
before(async () => {
  quire = await startServer({ rateLimit: 0 })
})
after(() => quire.close())

describe('revert_run', () => {
  it('lets an agent revert its own run, and no other', async () => {
    const { workspaceId } = quire
    const pageId = await addPage(quire, 'Tool', { markdown: 'Text.' })
    const agent = { ...quire, key: await addKey(quire) }
    const edit = { workspaceId, pageId, mode: 'append', text: 'Mistake.' }
    assert.equal((await quire.post('/v1/pages/edit', edit, agent.key)).status, 200)
    type Versions = { versions: { run: { id: string } }[] }
    const { body } = await quire.post<Versions>('/v1/history/list', { workspaceId, pageId })
    const [newest, created] = body.versions.map(({ run }) => run.id)
    const refused = await callTool(agent, 'revert_run', { runId: created })
    assert.match(refused.text, /only its own runs/)
    const { isError } = await callTool(agent, 'revert_run', { runId: newest })
    assert.equal(isError, false)
    assert.equal(await markdownOf(quire, pageId), 'Text.\n')
  })
})
