import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { addComment, addFile, addPage } from '../../support/pages.ts'
import { actionsOf, type AgentRuns, agentRuns } from '../../support/reverts/agent-runs.ts'
import { addKey, startServer, type TestServer } from '../../support/server.ts'

let quire: TestServer
let calls: AgentRuns
before(async () => {
  quire = await startServer({ rateLimit: 0 })
  calls = agentRuns(quire, await addKey(quire))
})
after(() => quire.close())

/** The state of each thread of a page, with the texts of its comments. */
async function threadsOf(pageId: string): Promise<string[]> {
  type Threads = { threads: { isResolved: boolean; comments: { markdown: string }[] }[] }
  const { body } = await calls.send<Threads>('/v1/comments/list', {
    pageId,
    includeResolved: true,
  })
  const texts = body.threads.map(({ isResolved, comments }) => {
    const words = comments.map(({ markdown }) => markdown.trim())
    return `${isResolved ? 'resolved' : 'open'}: ${words.join(' ')}`
  })
  return texts.toSorted()
}

/** An icon makes a version, which tells the run. */
type AsAgent = ReturnType<AgentRuns['newRun']>
async function runOn(pageId: string, asAgent: AsAgent): Promise<string> {
  await asAgent('/v1/pages/update', { pageId, icon: '🤖' })
  return calls.runOf(pageId)
}

const comment = (asAgent: AsAgent, input: object) =>
  asAgent<{ commentId: string }>('/v1/comments/create', input)

describe('the revert of comments', () => {
  it('removes a thread that only the run wrote in', async () => {
    const pageId = await addPage(quire, 'Own thread')
    const asAgent = calls.newRun()
    const { commentId: parentId } = await comment(asAgent, { pageId, markdown: 'First.' })
    await comment(asAgent, { pageId, parentId, markdown: 'Second.' })
    const runId = await runOn(pageId, asAgent)
    assert.deepEqual(actionsOf(await calls.revert({ runId })), [['Own thread', 'icon', 'comments']])
    assert.deepEqual(await threadsOf(pageId), [])
  })

  it('keeps what others answered', async () => {
    const pageId = await addPage(quire, 'Answered')
    const asAgent = calls.newRun()
    const { commentId: parentId } = await comment(asAgent, { pageId, markdown: 'First.' })
    const runId = await runOn(pageId, asAgent)
    await calls.write('/v1/comments/create', { pageId, parentId, markdown: 'I disagree.' })
    await calls.revert({ runId })
    assert.deepEqual(await threadsOf(pageId), ['open:  I disagree.'])
  })

  it('opens and resolves threads as they were before the run', async () => {
    const pageId = await addPage(quire, 'Resolved')
    const [open, resolved] = [
      await addComment(quire, pageId, 'Open.'),
      await addComment(quire, pageId, 'Resolved.'),
    ]
    await calls.write('/v1/comments/resolve', { commentId: resolved, resolved: true })
    const asAgent = calls.newRun()
    await asAgent('/v1/comments/resolve', { commentId: open, resolved: true })
    await asAgent('/v1/comments/resolve', { commentId: resolved, resolved: false })
    const runId = await runOn(pageId, asAgent)
    assert.deepEqual(await threadsOf(pageId), ['open: Resolved.', 'resolved: Open.'])
    await calls.revert({ runId })
    assert.deepEqual(await threadsOf(pageId), ['open: Open.', 'resolved: Resolved.'])
  })

  it('leaves a thread that others opened again', async () => {
    const pageId = await addPage(quire, 'Reopened')
    const commentId = await addComment(quire, pageId, 'Open.')
    const asAgent = calls.newRun()
    await asAgent('/v1/comments/resolve', { commentId, resolved: true })
    const runId = await runOn(pageId, asAgent)
    await calls.write('/v1/comments/resolve', { commentId, resolved: false })
    assert.deepEqual(actionsOf(await calls.revert({ runId })), [['Reopened', 'icon']])
    assert.deepEqual(await threadsOf(pageId), ['open: Open.'])
  })

  it('does nothing for comments that are gone', async () => {
    const pageId = await addPage(quire, 'Gone')
    const asAgent = calls.newRun()
    const { commentId } = await comment(asAgent, { pageId, markdown: 'Gone soon.' })
    const runId = await runOn(pageId, asAgent)
    await calls.write('/v1/comments/delete', { commentId })
    assert.deepEqual(actionsOf(await calls.revert({ runId })), [['Gone', 'icon']])
  })
})

describe('the revert of files', () => {
  const names = async (): Promise<string[]> => {
    type Files = { files: { name: string }[] }
    const { body } = await calls.send<Files>('/v1/files/list', {})
    return body.files.map(({ name }) => name)
  }
  const rename = (asAgent: AsAgent, fileId: string, name: string) =>
    asAgent('/v1/files/rename', { fileId, name })

  it('returns the name before the first change', async () => {
    const pageId = await addPage(quire, 'Files')
    const fileId = await addFile(quire, pageId, { name: 'plan.txt' })
    const asAgent = calls.newRun()
    await rename(asAgent, fileId, 'first.txt')
    await rename(asAgent, fileId, 'second.txt')
    const runId = await runOn(pageId, asAgent)
    assert.equal((await calls.preview({ runId })).renamedFiles, 1)
    assert.ok((await names()).includes('second.txt'))
    await calls.revert({ runId })
    assert.ok((await names()).includes('plan.txt'))
    assert.equal((await calls.preview({ runId })).renamedFiles, 0)
  })

  it('leaves a name that others gave since', async () => {
    const pageId = await addPage(quire, 'Renamed by others')
    const fileId = await addFile(quire, pageId, { name: 'one.txt' })
    const asAgent = calls.newRun()
    await rename(asAgent, fileId, 'two.txt')
    const runId = await runOn(pageId, asAgent)
    await calls.write('/v1/files/rename', { fileId, name: 'three.txt' })
    assert.equal((await calls.preview({ runId })).renamedFiles, 0)
    await calls.revert({ runId })
    assert.ok((await names()).includes('three.txt'))
  })

  it('keeps a file attached that a person put into the text since', async () => {
    const [pageId, other] = [await addPage(quire, 'Shown'), await addPage(quire, 'Source')]
    const fileId = await addFile(quire, other, { name: 'shown.txt' })
    const asAgent = calls.newRun()
    await asAgent('/v1/page-files/attach-file', { pageId, fileId })
    const runId = await runOn(other, asAgent)
    const markdown = `[shown.txt](/files/${fileId})`
    await calls.write('/v1/pages/edit', { pageId, mode: 'append', text: markdown })
    await calls.revert({ runId })
    const { body } = await calls.send<{ files: object[] }>('/v1/page-files/list', { pageId })
    assert.equal(body.files.length, 1)
  })

  it('detaches a file only once, and not where the run did not attach it', async () => {
    const [pageId, other] = [await addPage(quire, 'Attached'), await addPage(quire, 'Before')]
    const fileId = await addFile(quire, other, { name: 'shared.txt' })
    const asAgent = calls.newRun()
    await asAgent('/v1/page-files/attach-file', { pageId, fileId })
    const runId = await runOn(pageId, asAgent)
    await calls.revert({ runId })
    assert.deepEqual(actionsOf(await calls.revert({ runId })), [])
    const onPage = async (id: string) => {
      const { body } = await calls.send<{ files: object[] }>('/v1/page-files/list', { pageId: id })
      return body.files.length
    }
    assert.deepEqual([await onPage(pageId), await onPage(other)], [0, 1])
  })
})
