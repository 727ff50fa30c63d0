import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { clock } from '../../../server/lib/clock.ts'
import { newId } from '../../../server/lib/ids.ts'
import { chatConnections, chatSubscriptions } from '../../../server/store/index.ts'
import { type Fixture, startFixture } from '../../support/outside/webhooks.ts'
import { addComment, addFile, addPage, storedPage } from '../../support/pages.ts'
import { addPerson, type Person } from '../../support/people.ts'
import { actionsOf, type AgentRuns, agentRuns } from '../../support/reverts/agent-runs.ts'
import { addKey, type TestServer } from '../../support/server.ts'

let fixture: Fixture
let quire: TestServer
let ben: Person
let calls: AgentRuns
before(async () => {
  fixture = await startFixture({ rateLimit: 0 })
  quire = fixture.quire
  ben = await addPerson(quire, 'Ben', 'MEMBER')
  calls = agentRuns(quire, await addKey(quire))
})
after(() => fixture.close())

/** What the preview of the newest run on a page counts, without zeros. */
async function countsOf(pageId: string): Promise<Record<string, number | boolean>> {
  const { cannotUndo } = await calls.preview({ runId: await calls.runOf(pageId) })
  const counted = Object.entries(cannotUndo).filter(([, count]) => count !== 0 && count !== false)
  return Object.fromEntries(counted)
}

/** A chat that is told of changed pages. */
async function subscribeChat(): Promise<void> {
  const { workspaceId, userId: createdBy, app } = quire
  const stamp = { workspaceId, createdAt: clock.now(), createdBy }
  const connection = {
    ...stamp,
    id: newId(),
    service: 'slack',
    account: newId(),
    name: 'Slack',
    settings: '{}',
    secrets: 'sealed',
  }
  const subscription = {
    ...stamp,
    id: newId(),
    connectionId: connection.id,
    chatId: 'C0123',
    chatName: 'general',
    sectionId: null,
    events: '["page.updated"]',
    showsExcerpt: 0,
  } as const
  await app.store.transactIn({ workspaceId }, async (transaction) => {
    await chatConnections.insert(transaction, connection)
    await chatSubscriptions.insert(transaction, subscription)
  })
}

const base64 = (text: string) => Buffer.from(text).toString('base64')

describe('what a revert cannot undo', () => {
  it('is nothing for a run that only changed pages', async () => {
    const pageId = await addPage(quire, 'Plain')
    await calls.newRun()('/v1/pages/update', { pageId, title: 'Plainer' })
    assert.deepEqual(await countsOf(pageId), {})
  })

  it('counts mentions, and comments that the run changed or deleted', async () => {
    const pageId = await addPage(quire, 'Discussed')
    const [first, second] = [await addComment(quire, pageId), await addComment(quire, pageId)]
    const asAgent = calls.newRun()
    const mention = `Please look, [@Ben](/members/${ben.userId}).`
    await asAgent('/v1/comments/create', { pageId, markdown: 'No one.' })
    await asAgent('/v1/comments/create', { pageId, markdown: mention })
    await asAgent('/v1/comments/update', { commentId: first, markdown: 'Other words.' })
    await asAgent('/v1/comments/delete', { commentId: second })
    await asAgent('/v1/pages/update', { pageId, icon: '💬' })
    const counts = { deletedComments: 1, editedComments: 1, mentions: 1 }
    assert.deepEqual(await countsOf(pageId), counts)
  })

  it('counts files that the run uploaded or deleted, and leaves them', async () => {
    const pageId = await addPage(quire, 'Files')
    const old = await addFile(quire, pageId, { name: 'old.txt' })
    const asAgent = calls.newRun()
    const file = { fileName: 'new.txt', mimeType: 'text/plain', contentBase64: base64('new') }
    const { fileId } = await asAgent<{ fileId: string }>('/v1/page-files/upload-file', {
      pageId,
      ...file,
    })
    await asAgent('/v1/files/delete', { fileId: old, force: true })
    await asAgent('/v1/pages/update', { pageId, icon: '📎' })
    assert.deepEqual(await countsOf(pageId), { deletedFiles: 1, uploadedFiles: 1 })
    const runId = await calls.runOf(pageId)
    assert.deepEqual(actionsOf(await calls.revert({ runId })), [['Files', 'icon', 'files']])
    type Files = { files: { id: string }[] }
    const onPage = await calls.send<Files>('/v1/page-files/list', { pageId })
    assert.deepEqual(onPage.body.files, [])
    const all = await calls.send<Files>('/v1/files/list', {})
    assert.ok(all.body.files.some(({ id }) => id === fileId))
  })

  it('keeps a file attached that the text shows since', async () => {
    const pageId = await addPage(quire, 'Shown', { markdown: 'Text.' })
    const asAgent = calls.newRun()
    const file = { fileName: 'map.txt', mimeType: 'text/plain', contentBase64: base64('map') }
    const upload = { pageId, ...file }
    const { fileId } = await asAgent<{ fileId: string }>('/v1/page-files/upload-file', upload)
    await asAgent('/v1/pages/update', { pageId, icon: '🗺️' })
    const runId = await calls.runOf(pageId)
    const text = `[map.txt](/files/${fileId})`
    await calls.write('/v1/pages/edit', { pageId, mode: 'append', text })
    assert.deepEqual(actionsOf(await calls.revert({ runId })), [['Shown', 'icon']])
    const { body } = await calls.send<{ files: object[] }>('/v1/page-files/list', { pageId })
    assert.equal(body.files.length, 1)
  })

  it('counts changes of permissions, which stay', async () => {
    const pageId = await addPage(quire, 'Permitted')
    const asAgent = calls.newRun()
    const grants = [{ principalId: ben.userId, level: 'read' }]
    await asAgent('/v1/permissions/update', { pageId, grants })
    await asAgent('/v1/pages/update', { pageId, title: 'Permitted now' })
    assert.deepEqual(await countsOf(pageId), { permissions: 1 })
    await calls.revert({ runId: await calls.runOf(pageId) })
    type Permissions = { grants: { principalId: string }[] }
    const { body } = await calls.send<Permissions>('/v1/permissions/get', { pageId })
    assert.ok(JSON.stringify(body).includes(ben.userId))
    assert.equal((await storedPage(quire, pageId)).title, 'Permitted')
  })

  it('counts pages that the run deleted permanently', async () => {
    const [pageId, other] = [await addPage(quire, 'Purged'), await addPage(quire, 'Kept')]
    const asAgent = calls.newRun()
    await asAgent('/v1/pages/update', { pageId: other, title: 'Kept too' })
    await asAgent('/v1/pages/delete', { pageId })
    await calls.write('/v1/trash/purge', { pageId })
    const runId = await calls.runOf(other)
    const { pages, cannotUndo } = await calls.preview({ runId })
    assert.deepEqual(
      pages.map(({ id }) => id),
      [other],
    )
    assert.equal(cannotUndo['purgedPages'], 1)
  })

  it('counts webhooks that received an event of the run', async () => {
    const { webhook } = await fixture.make('/told', { events: ['page.updated'] })
    const pageId = await addPage(quire, 'Told')
    await calls.newRun()('/v1/pages/update', { pageId, title: 'Told now' })
    await fixture.until('/told')
    await fixture.untilStatus(webhook.id, 'succeeded')
    assert.deepEqual(await countsOf(pageId), { webhookDeliveries: 1 })
    await calls.send('/v1/webhooks/delete', { webhookId: webhook.id })
  })

  it('tells that chats may have been notified', async () => {
    const pageId = await addPage(quire, 'Chatted')
    await calls.newRun()('/v1/pages/update', { pageId, title: 'Chatted now' })
    assert.deepEqual(await countsOf(pageId), {})
    await subscribeChat()
    assert.deepEqual(await countsOf(pageId), { notifiesChats: true })
  })
})
