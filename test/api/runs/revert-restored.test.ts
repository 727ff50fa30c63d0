import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { newId } from '../../../server/lib/ids.ts'
import { runs } from '../../../server/store/index.ts'
import { addComment, addPage, markdownOf } from '../../support/pages.ts'
import { addPerson } from '../../support/people.ts'
import { type AgentRuns, agentRuns } from '../../support/reverts/agent-runs.ts'
import { addKey, startServer, type TestServer } from '../../support/server.ts'
import { signIn, type Visitor } from '../../support/web/visitor.ts'

let quire: TestServer
let visitor: Visitor
let calls: AgentRuns
let benKey: string
before(async () => {
  quire = await startServer({ rateLimit: 0 })
  calls = agentRuns(quire, await addKey(quire))
  benKey = (await addPerson(quire, 'Ben', 'MEMBER')).key
  visitor = await signIn(quire)
})
after(() => quire.close())

/** A write of Ben. */
const write = (path: string, input: object) => calls.write(path, input, benKey)

describe('the revert of a run that restored pages from the trash', () => {
  it('returns pages that it restored to the trash, except those that others use since', async () => {
    const titles = ['Unused', 'Edited', 'With a page moved there', 'Used below']
    const pages: string[] = []
    for (const title of titles) pages.push(await addPage(quire, title, { markdown: 'Old.' }))
    const [unused = '', edited = '', target = '', parent = ''] = pages
    const below = await addPage(quire, 'Below it', { parentId: parent, markdown: 'Old.' })
    const moved = await addPage(quire, 'Moved there')
    await write('/v1/pages/edit', { pageId: unused, mode: 'append', text: 'Long ago.' })
    for (const pageId of pages) await write('/v1/pages/delete', { pageId })
    const asAgent = calls.newRun()
    for (const pageId of pages) await asAgent('/v1/pages/restore', { pageId })
    for (const pageId of [unused, edited]) {
      await asAgent('/v1/pages/edit', { pageId, mode: 'append', text: 'By the agent.' })
    }
    const runId = await calls.runOf(unused)
    await write('/v1/pages/edit', { pageId: edited, mode: 'append', text: 'By Ben.' })
    await write('/v1/pages/move', { pageId: moved, newParentId: target, prevPageId: null })
    await addComment(quire, below)
    const shown = await calls.preview({ runId })
    assert.deepEqual(
      shown.pages.map(({ title, actions, stays }) => [title, actions, stays]),
      [
        ['Unused', ['trash'], []],
        ['Edited', ['text'], ['used by others']],
        ['With a page moved there', [], ['used by others']],
        ['Used below', [], ['used by others']],
      ],
    )
    await calls.revert({ runId })
    assert.equal((await calls.send('/v1/pages/get', { page: unused })).status, 404)
    await write('/v1/pages/restore', { pageId: unused })
    assert.equal(await markdownOf(quire, unused), 'Old.\n\nLong ago.\n')
    assert.equal(await markdownOf(quire, edited), 'Old.\n\nBy Ben.\n')
    for (const page of [target, moved, parent, below]) {
      assert.equal((await calls.send('/v1/pages/get', { page })).status, 200)
    }
  })
})

describe('the revert of what a key changed', () => {
  it('refuses more runs of a key than it can revert, and names a later time', async () => {
    const keyId = newId()
    const { workspaceId, userId } = quire
    const from = Date.parse('2026-01-01T00:00:00.000Z')
    await quire.app.store.transactIn({ workspaceId }, async (transaction) => {
      for (let index = 0; index < 5001; index += 1) {
        const startedAt = from + index
        const how = { userId, keyId, scope: keyId, via: 'api', client: '', name: `r${index}` }
        await runs.put(transaction, { workspaceId, id: newId(), startedAt, ...how }, startedAt)
      }
    })
    const target = { keyId, since: '2025-12-31T00:00:00.000Z' }
    for (const path of ['/v1/runs/revert', '/v1/runs/preview-revert']) {
      const { status, body } = await visitor.post(path, { workspaceId, ...target })
      assert.deepEqual([status, body.code], [400, 'VALIDATION_FAILED'])
      assert.match(JSON.stringify(body), /must be 2026-01-01T00:00:00\.001Z or later/)
    }
    const since = '2026-01-01T00:00:00.001Z'
    const input = { workspaceId, keyId, since }
    const shown = await visitor.post<{ runs: object[] }>('/v1/runs/preview-revert', input)
    assert.deepEqual([shown.status, shown.body.runs.length], [200, 500], 'the last ones')
    assert.equal((await visitor.post('/v1/runs/revert', input)).status, 200)
  })
})
