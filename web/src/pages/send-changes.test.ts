import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { startWebServer, type WebServer } from '../../../test/support/web-server.tsx'

let quire: WebServer
const { sendChanges } = await import('./send-changes.ts')

before(async () => {
  quire = await startWebServer()
})
after(() => quire.close())

const place = async () => ({
  workspaceId: quire.workspaceId,
  pageId: await quire.addPage('Plan'),
})
const ada = { id: 'u1', firstName: 'Ada', lastName: 'Lovelace' }
const send = (
  page: Awaited<ReturnType<typeof place>>,
  changes: Parameters<typeof sendChanges>[1],
) => sendChanges(page, changes, ada)
const content = { type: 'doc' as const, content: [{ type: 'paragraph' }] }

describe('sendChanges', () => {
  it('tells a conflict from a refusal', async () => {
    const page = await place()
    await send(page, { version: 1, title: 'Plan B' })
    assert.deepEqual(await send(page, { version: 1, title: 'Plan C' }), { kind: 'conflict' })
  })

  it('says in the server’s words what it refuses', async () => {
    const page = await place()
    const result = await send({ ...page, pageId: page.workspaceId }, { version: 1, title: '' })
    assert.equal(result.kind, 'refused')
    assert.match(result.kind === 'refused' ? result.message : '', /page/i)
  })

  it('takes a server that is busy for one that comes back', async () => {
    const page = await place()
    for (const status of [429, 500, 503]) {
      quire.refuse('/v1/pages/save', status, { code: 'BUSY', message: 'Later.' })
      assert.deepEqual(await send(page, { version: 1, content }), { kind: 'unreachable' })
    }
  })

  it('gives the version that came of it', async () => {
    const page = await place()
    const result = await send(page, { version: 1, title: 'Plan B', icon: '🌱' })
    assert.ok(result.kind === 'saved')
    assert.equal(result.version, 2)
    assert.deepEqual(result.updatedBy, ada)
    const again = await send(page, { version: 2, content })
    assert.equal(again.kind, 'saved')
  })
})
