import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { callTool, items } from '../../support/mcp.ts'
import { addFile, addPage, markdownOf } from '../../support/pages.ts'
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
    const neither = await callTool(agent, 'revert_run', {})
    assert.match(neither.text, /send keyId and since instead/)
    const { isError } = await callTool(agent, 'revert_run', { runId: newest })
    assert.equal(isError, false)
    assert.equal(await markdownOf(quire, pageId), 'Text.\n')
  })

  it('shows with dryRun what would change, what stays and what cannot be undone', async () => {
    const { workspaceId } = quire
    const { post } = quire
    const own = await addKey(quire)
    const agent: TestServer = {
      ...quire,
      key: own,
      post: (path, body, key = own) => post(path, body, key),
    }
    const used = await addPage(agent, 'Used', { markdown: 'Program.' })
    await addPage(agent, 'Gone', { markdown: 'Program.' })
    await addFile(agent, used, { name: 'left.txt' })
    const edit = { workspaceId, pageId: used, mode: 'append', text: 'Person.' }
    assert.equal((await quire.post('/v1/pages/edit', edit)).status, 200)
    type Versions = { versions: { run: { id: string } }[] }
    const { body } = await quire.post<Versions>('/v1/history/list', { workspaceId, pageId: used })
    const runId = body.versions.at(-1)?.run.id
    const { isError, value, text } = await callTool(agent, 'revert_run', { runId, dryRun: true })
    assert.equal(isError, false, text)
    const pages = Object.fromEntries(
      items(value['pages']).map((page) => [String(page['title']), page]),
    )
    assert.deepEqual(pages['Gone']?.['actions'], ['trash'])
    assert.deepEqual(pages['Used']?.['stays'], ['used by others'])
    assert.deepEqual(value['cannotUndo'], { uploadedFiles: 1 })
    assert.equal(await markdownOf(quire, used), 'Program.\n\nPerson.\n')
    const part = await callTool(agent, 'revert_run', { runId, dryRun: true, offset: 1 })
    assert.equal(items(part.value['pages']).length, 1)
  })
})
