import assert from 'node:assert/strict'
import { after, afterEach, before, describe, it, mock } from 'node:test'
import { addFile, addPage } from '../../../test/support/pages.ts'
import { contextOf, startServer, type TestServer } from '../../../test/support/server.ts'
import { clock } from '../../lib/clock.ts'
import { files, unownedContents, systemViewer } from '../../store/index.ts'
import type { WorkspaceContext } from '../context.ts'
import { checkStore } from '../transfer/check/check.ts'
import { deleteFile } from './change.ts'
import { graceMs, noteUnowned, claimContent, removeUnowned } from './unowned-contents.ts'

describe('contents that no file refers to', () => {
  let server: TestServer
  let context: WorkspaceContext
  let pageId = ''
  let shift = 0
  const { signal } = new AbortController()
  before(async () => {
    server = await startServer()
    context = contextOf(server)
    pageId = await addPage(server, 'Page')
    mock.method(clock, 'now', () => Date.now() + shift)
  })
  afterEach(() => {
    shift = 0
  })
  after(async () => {
    mock.restoreAll()
    await server.close()
  })

  const upload = (content: string) =>
    addFile(server, pageId, { name: 'a.txt', mimeType: 'text/plain', content })
  const hashOf = async (fileId: string) =>
    (await files.get(context.store, systemViewer(server.workspaceId), fileId))?.sha256 ?? ''
  const remove = (fileId: string) =>
    deleteFile(context, { workspaceId: server.workspaceId, fileId, force: true })
  const sweep = async (days: number) => {
    shift = days * 24 * 3_600_000
    await noteUnowned(context, signal)
    return removeUnowned(context, signal)
  }
  const own = (sha256: string, storedAt: number) =>
    context.store.transact((transaction) => claimContent(transaction, sha256, storedAt))
  const faults = async () => (await checkStore(context)).faults

  it('stay for a week, and go then: of a deleted file, and of an upload that was cut off', async () => {
    const fileId = await upload('deleted')
    const sha256 = await hashOf(fileId)
    const cut = await context.files.put([Buffer.from('cut off')])
    await remove(fileId)
    assert.equal(await sweep(0), 0)
    assert.equal(await sweep(6), 0)
    assert.equal(await context.files.size(sha256), 7)
    assert.equal(await sweep(8), 2)
    assert.equal(await context.files.size(sha256), undefined)
    assert.equal(await context.files.size(cut.sha256), undefined)
    assert.deepEqual(await faults(), [])
  })

  it('stay while another file holds the same, in whichever workspace', async () => {
    const [first, second] = [await upload('twice'), await upload('twice')]
    const sha256 = await hashOf(first)
    await remove(first)
    assert.equal(await unownedContents.get(context.store, sha256), undefined)
    assert.equal(await sweep(30), 0)
    assert.equal(await context.files.size(sha256), 5)
    shift = 0
    await remove(second)
    assert.equal(await sweep(8), 1)
  })

  it('have an owner again when the same is uploaded before they go', async () => {
    const fileId = await upload('again')
    const sha256 = await hashOf(fileId)
    await remove(fileId)
    await sweep(6)
    await upload('again')
    assert.equal(await unownedContents.get(context.store, sha256), undefined)
    assert.equal(await sweep(30), 0)
    assert.equal(await context.files.size(sha256), 5)
  })

  it('are taken again when they are gone, but not on the word of an upload from before', async () => {
    const fileId = await upload('gone')
    const sha256 = await hashOf(fileId)
    await remove(fileId)
    const storedBefore = clock.now()
    assert.equal(await sweep(8), 1)
    const busy = { code: 'BUSY', retryAfter: 5 }
    await assert.rejects(own(sha256, storedBefore), busy)
    shift += 1000
    await upload('gone')
    assert.equal(await context.files.size(sha256), 4)
    assert.deepEqual(await faults(), [])
  })

  it('are refused to a file while they are going, and go after all when that was cut off', async () => {
    const { sha256 } = await context.files.put([Buffer.from('going')])
    await noteUnowned(context, signal)
    const note = { sha256, since: clock.now(), state: 'removing' as const }
    await context.store.transact((transaction) => unownedContents.mark(transaction, note))
    await assert.rejects(own(sha256, clock.now()), { code: 'BUSY' })
    assert.equal(await sweep(8), 1)
    assert.equal(await context.files.size(sha256), undefined)
  })

  it('are forgotten a week after they went', async () => {
    const { sha256 } = await context.files.put([Buffer.from('forgotten')])
    await sweep(0)
    assert.equal(await sweep(8), 1)
    assert.equal((await unownedContents.get(context.store, sha256))?.state, 'removed')
    assert.equal(await sweep(16), 0)
    assert.equal(await unownedContents.get(context.store, sha256), undefined)
  })

  it('stay where the server stops in between', async () => {
    const { sha256 } = await context.files.put([Buffer.from('stopped')])
    await sweep(0)
    shift = graceMs + 1000
    assert.equal(await removeUnowned(context, AbortSignal.abort()), 0)
    assert.equal(await context.files.size(sha256), 7)
    assert.equal(await removeUnowned(context, signal), 1)
  })
})
