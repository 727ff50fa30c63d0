import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { clock } from '../../../server/lib/clock.ts'
import { runs } from '../../../server/store/index.ts'
import {
  addComment,
  addFile,
  addPage,
  markdownOf,
  nothing,
  storedPage,
} from '../../support/pages.ts'
import { addPerson, addWorkspace, type Person } from '../../support/people.ts'
import { actionsOf, type AgentRuns, agentRuns } from '../../support/reverts/agent-runs.ts'
import { addKey, startServer, type TestServer } from '../../support/server.ts'
import { signIn, type Visitor } from '../../support/web/visitor.ts'

let quire: TestServer
let agent: string
let ben: Person
let visitor: Visitor
let calls: AgentRuns
before(async () => {
  quire = await startServer({ rateLimit: 0 })
  agent = await addKey(quire)
  calls = agentRuns(quire, agent)
  ben = await addPerson(quire, 'Ben', 'MEMBER')
  visitor = await signIn(quire)
})
after(() => quire.close())

const realNow = clock.now

async function keyIdOf(pageId: string): Promise<string> {
  const run = await runs.get(quire.app.store, quire.workspaceId, await calls.runOf(pageId))
  return run?.keyId ?? assert.fail()
}

/** A write of Ben. */
const write = (path: string, input: object) => calls.write(path, input, ben.key)

describe('POST /v1/runs/revert', () => {
  it('rejects a run of another person, of another key, and one that is not there', async () => {
    const pageId = await addPage(quire, 'Not yours')
    const runId = await calls.runOf(pageId)
    for (const path of ['/v1/runs/revert', '/v1/runs/preview-revert']) {
      for (const [input, key, status, code] of [
        [{ runId }, agent, 403, 'FORBIDDEN'],
        [{ runId }, ben.key, 403, 'FORBIDDEN'],
        [{ runId: nothing }, agent, 404, 'RUN_NOT_FOUND'],
        [{ keyId: nothing, since: '2026-01-01T00:00:00.000Z' }, agent, 404, 'RUN_NOT_FOUND'],
        [{}, agent, 400, 'VALIDATION_FAILED'],
        [{ runId, keyId: nothing }, agent, 400, 'VALIDATION_FAILED'],
        [
          { runId, workspaceId: await addWorkspace(quire, 'Other') },
          quire.key,
          404,
          'RUN_NOT_FOUND',
        ],
      ] as const) {
        const answer = await calls.send<{ code: string }>(path, input, key)
        assert.deepEqual([answer.status, answer.body.code], [status, code], JSON.stringify(input))
      }
    }
    assert.equal((await storedPage(quire, pageId)).title, 'Not yours')
  })

  it('removes what the run wrote, and keeps what others wrote since', async () => {
    const pageId = await addPage(quire, 'Plan', { markdown: 'Ship on Friday.\n\nTell Ben.' })
    const asAgent = calls.newRun()
    await asAgent('/v1/pages/edit', { pageId, mode: 'replace', find: 'Friday', text: 'Monday' })
    await asAgent('/v1/pages/edit', { pageId, mode: 'append', text: 'Written by the agent.' })
    const runId = await calls.runOf(pageId)
    await write('/v1/pages/edit', { pageId, mode: 'replace', find: 'Tell Ben', text: 'Ben knows' })
    const shown = await calls.preview({ runId })
    assert.deepEqual(actionsOf(shown), [['Plan', 'text']])
    assert.equal(
      await markdownOf(quire, pageId),
      'Ship on Monday.\n\nBen knows.\n\nWritten by the agent.\n',
    )
    const reverted = await calls.revert({ runId })
    assert.deepEqual(reverted.pages, shown.pages)
    assert.equal(await markdownOf(quire, pageId), 'Ship on Friday.\n\nBen knows.\n')
    assert.equal(await calls.runOf(pageId), reverted.runId)
    assert.deepEqual((await calls.revert({ runId })).pages, [])
    // The revert of the revert.
    assert.deepEqual(actionsOf(await calls.revert({ runId: reverted.runId })), [['Plan', 'text']])
    assert.equal(
      await markdownOf(quire, pageId),
      'Ship on Monday.\n\nBen knows.\n\nWritten by the agent.\n',
    )
    await calls.revert({ runId })
    assert.equal(await markdownOf(quire, pageId), 'Ship on Friday.\n\nBen knows.\n')
  })

  it('keeps and lists what others wrote inside, and what they copied', async () => {
    const sentence = 'Seven small words that the agent wrote'
    const pageId = await addPage(quire, 'Built on', { markdown: 'Intro.' })
    await calls.newRun()('/v1/pages/edit', { pageId, mode: 'append', text: `${sentence}.` })
    const runId = await calls.runOf(pageId)
    const inside = { mode: 'replace', find: 'small words', text: 'small, says Ben, words' }
    await write('/v1/pages/edit', { pageId, mode: 'append', text: `Quoted: ${sentence}!` })
    await write('/v1/pages/edit', {
      pageId,
      ...inside,
      find: 'small words that the agent wrote.',
      text: 'small, says Ben, words that the agent wrote.',
    })
    const shown = await calls.preview({ runId })
    assert.deepEqual(
      shown.pages[0]?.remaining.map(({ reason, text, userId }) => [reason, text, userId]),
      [
        ['inside', ', says Ben,', ben.userId],
        ['copied', sentence, ben.userId],
      ],
    )
    await calls.revert({ runId })
    assert.equal(await markdownOf(quire, pageId), `Intro.\n\n, says Ben,\n\nQuoted: ${sentence}!\n`)
    assert.deepEqual((await calls.preview({ runId })).pages[0]?.actions, [])
  })

  it('returns titles, icons and properties, except those that others changed since', async () => {
    const pageId = await addPage(quire, 'Before')
    const renamed = await addPage(quire, 'Others')
    await calls.send('/v1/pages/set-properties', { pageId, source: 'status: open\nowner: Ada\n' })
    const asAgent = calls.newRun()
    await asAgent('/v1/pages/update', { pageId, title: 'Agent', icon: '🤖' })
    await asAgent('/v1/pages/set-properties', { pageId, set: { status: 'done', extra: 1 } })
    await asAgent('/v1/pages/update', { pageId: renamed, title: 'Agent too' })
    const runId = await calls.runOf(renamed)
    await write('/v1/pages/set-properties', { pageId, set: { owner: 'Ben' } })
    await write('/v1/pages/update', { pageId: renamed, title: 'Ben' })
    const { pages } = await calls.revert({ runId })
    assert.deepEqual(
      pages.map(({ actions }) => actions),
      [['title', 'icon', 'properties']],
    )
    const page = await storedPage(quire, pageId)
    assert.deepEqual([page.title, page.icon], ['Before', null])
    assert.equal(page.properties, 'status: open\nowner: Ben\n')
    assert.equal((await storedPage(quire, renamed)).title, 'Ben')
  })

  it('moves created pages to the trash, except those that others use', async () => {
    const asAgent = calls.newRun()
    const { pageId: own } = await asAgent('/v1/pages/create', { title: 'Own', markdown: 'One.' })
    const { pageId: below } = await asAgent('/v1/pages/create', { title: 'Below', parentId: own })
    const { pageId: used } = await asAgent('/v1/pages/create', {
      title: 'Used',
      markdown: 'By it.',
    })
    await write('/v1/pages/edit', { pageId: used, mode: 'append', text: 'By Ben.' })
    const { pageId: parent } = await asAgent('/v1/pages/create', { title: 'Parent' })
    const child = await addPage(quire, 'Child', { parentId: parent })
    const runId = await calls.runOf(own)
    const shown = await calls.preview({ runId })
    assert.deepEqual(
      shown.pages.map(({ title, actions, stays }) => [title, actions, stays]),
      [
        ['Own', ['trash'], []],
        ['Below', ['trash'], []],
        ['Used', ['text'], ['used by others']],
        ['Parent', [], ['used by others']],
      ],
    )
    const reverted = await calls.revert({ runId })
    assert.deepEqual(
      reverted.pages.map(({ title }) => title),
      ['Own', 'Used', 'Parent'],
    )
    assert.equal(await markdownOf(quire, used), 'By Ben.\n')
    assert.equal((await storedPage(quire, used)).title, 'Used')
    for (const id of [own, below]) {
      assert.equal((await calls.send('/v1/pages/get', { page: id })).status, 404)
    }
    assert.equal((await calls.send('/v1/pages/get', { page: child })).status, 200)
    // The revert of the revert restores them.
    await calls.revert({ runId: reverted.runId })
    assert.equal(await markdownOf(quire, below), '')
    assert.equal(await markdownOf(quire, used), 'By it.\n\nBy Ben.\n')
  })

  it('restores deleted pages, and returns what the run wrote there before', async () => {
    const pageId = await addPage(quire, 'Deleted', { markdown: 'Kept.' })
    const below = await addPage(quire, 'Deleted below', { parentId: pageId })
    const asAgent = calls.newRun()
    await asAgent('/v1/pages/edit', { pageId, mode: 'append', text: 'Not kept.' })
    const runId = await calls.runOf(pageId)
    await asAgent('/v1/pages/delete', { pageId })
    assert.deepEqual(actionsOf(await calls.preview({ runId })), [['Deleted', 'restore', 'text']])
    await calls.revert({ runId })
    assert.equal(await markdownOf(quire, pageId), 'Kept.\n')
    assert.equal((await calls.send('/v1/pages/get', { page: below })).status, 200)
  })

  it('leaves pages that others deleted since, and lists them', async () => {
    const pageId = await addPage(quire, 'Gone')
    await calls.newRun()('/v1/pages/update', { pageId, title: 'Gone now' })
    const runId = await calls.runOf(pageId)
    await write('/v1/pages/delete', { pageId })
    const { pages } = await calls.revert({ runId })
    assert.deepEqual(
      pages.map(({ actions, stays }) => [actions, stays]),
      [[[], ['deleted by others']]],
    )
  })

  it('returns moved pages to their place, unless others moved them since', async () => {
    const parentId = await addPage(quire, 'From')
    const [first, moved, last] = [
      await addPage(quire, 'First', { parentId }),
      await addPage(quire, 'Moved', { parentId }),
      await addPage(quire, 'Last', { parentId }),
    ]
    const target = await addPage(quire, 'To')
    const asAgent = calls.newRun()
    const move = { newParentId: target, prevPageId: null }
    await asAgent('/v1/pages/move', { pageId: moved, ...move })
    await asAgent('/v1/pages/move', { pageId: last, ...move })
    await asAgent('/v1/pages/move', { pageId: moved, ...move })
    await asAgent('/v1/pages/update', { pageId: moved, icon: '📦' })
    const runId = await calls.runOf(moved)
    await write('/v1/pages/move', { pageId: last, newParentId: null, prevPageId: null })
    const { pages } = await calls.revert({ runId })
    assert.deepEqual(
      pages.map(({ title, actions, stays }) => [title, actions, stays]),
      [
        ['Moved', ['move', 'icon'], []],
        ['Last', [], ['moved by others']],
      ],
    )
    type Children = { pages: { id: string }[] }
    const { body } = await calls.send<Children>('/v1/pages/list', { parentId })
    assert.deepEqual(
      body.pages.map(({ id }) => id),
      [first, moved],
    )
  })

  it('removes comments and files, and opens threads again', async () => {
    const pageId = await addPage(quire, 'Discussed')
    const commentId = await addComment(quire, pageId)
    const asAgent = calls.newRun()
    const { commentId: reply } = await asAgent<{ commentId: string }>('/v1/comments/create', {
      pageId,
      parentId: commentId,
      markdown: 'Done.',
    })
    await asAgent('/v1/comments/resolve', { commentId, resolved: true })
    const fileId = await addFile(quire, await addPage(quire, 'Files'))
    await asAgent('/v1/page-files/attach-file', { pageId, fileId })
    await asAgent('/v1/pages/update', { pageId, icon: '💬' })
    const runId = await calls.runOf(pageId)
    assert.deepEqual((await calls.revert({ runId })).pages[0]?.actions, [
      'icon',
      'comments',
      'files',
    ])
    type Threads = { threads: { isResolved?: boolean; comments: { id: string }[] }[] }
    const { body } = await calls.send<Threads>('/v1/comments/list', { pageId })
    assert.ok(!JSON.stringify(body).includes(reply), JSON.stringify(body))
    assert.ok(JSON.stringify(body).includes(commentId), 'the thread is open again')
    const { body: attached } = await calls.send<{ files: object[] }>('/v1/page-files/list', {
      pageId,
    })
    assert.deepEqual(attached.files, [])
  })

  it('takes everything that a key changed since a time', async () => {
    const key = await addKey(quire)
    const rename = async (pageId: string, title: string) => {
      const headers = { authorization: `Bearer ${key}`, 'quire-run': title }
      const payload = { workspaceId: quire.workspaceId, pageId, title }
      await quire.request({ method: 'POST', url: '/v1/pages/update', headers, payload })
    }
    const [one, other] = [await addPage(quire, 'One'), await addPage(quire, 'Other')]
    await rename(one, 'early')
    const since = new Date(clock.now() + 1000).toISOString()
    clock.now = () => realNow() + 2000
    await rename(one, 'late')
    await rename(other, 'later')
    clock.now = realNow
    const keyId = await keyIdOf(one)
    const { pages } = await calls.revert({ keyId, since }, quire.key).catch(() => ({ pages: [] }))
    assert.deepEqual(pages, [], 'another key may not')
    await calls.revert({ keyId, since }, key)
    assert.equal((await storedPage(quire, one)).title, 'early')
    assert.equal((await storedPage(quire, other)).title, 'Other')
  })

  it('leaves pages as they are that the caller excepts, and continues at an offset', async () => {
    const [one, other] = [await addPage(quire, 'Part one'), await addPage(quire, 'Part two')]
    const asAgent = calls.newRun()
    await asAgent('/v1/pages/update', { pageId: one, title: 'Changed one' })
    await asAgent('/v1/pages/update', { pageId: other, title: 'Changed two' })
    const runId = await calls.runOf(one)
    const shown = await calls.preview({ runId, limit: 1 })
    assert.deepEqual([shown.pages.length, shown.total, shown.next], [1, 2, 1])
    await calls.revert({ runId, except: [one] })
    assert.equal((await storedPage(quire, one)).title, 'Changed one')
    assert.equal((await storedPage(quire, other)).title, 'Part two')
    await calls.revert({ runId, offset: 1 })
    assert.equal((await storedPage(quire, one)).title, 'Changed one')
    await calls.revert({ runId })
    assert.equal((await storedPage(quire, one)).title, 'Part one')
  })

  it('is for people in the app too: for their own runs and keys, and for owners and admins', async () => {
    const pageId = await addPage(quire, 'By agent')
    await calls.newRun()('/v1/pages/update', { pageId, title: 'Agent was here' })
    const runId = await calls.runOf(pageId)
    const input = { workspaceId: quire.workspaceId, runId }
    assert.equal((await visitor.post('/v1/runs/revert', input)).status, 200)
    assert.equal((await storedPage(quire, pageId)).title, 'By agent')
    await write('/v1/pages/update', { pageId, title: 'Ben was here' })
    const ofBen = { workspaceId: quire.workspaceId, runId: await calls.runOf(pageId) }
    assert.equal((await visitor.post('/v1/runs/revert', ofBen)).status, 200)
    assert.equal((await storedPage(quire, pageId)).title, 'By agent')
  })

  it('counts what cannot be undone', async () => {
    const pageId = await addPage(quire, 'Remains')
    const commentId = await addComment(quire, pageId)
    const asAgent = calls.newRun()
    await asAgent('/v1/comments/update', { commentId, markdown: 'Other words' })
    await asAgent('/v1/comments/delete', { commentId })
    await asAgent('/v1/pages/update', { pageId, title: 'x' })
    const shown = await calls.preview({ runId: await calls.runOf(pageId) })
    assert.deepEqual(shown.cannotUndo, {
      deletedComments: 1,
      editedComments: 1,
      deletedFiles: 0,
      permissions: 0,
      mentions: 0,
      webhookDeliveries: 0,
      notifiesChats: false,
      purgedPages: 0,
      uploadedFiles: 0,
    })
  })
})
