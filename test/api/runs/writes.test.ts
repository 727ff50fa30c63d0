import assert from 'node:assert/strict'
import { after, afterEach, before, describe, it } from 'node:test'
import { clock } from '../../../server/lib/clock.ts'
import { audit, events, runs, steps } from '../../../server/store/index.ts'
import { callTool, modern, post as postMcp } from '../../support/mcp.ts'
import { addPage } from '../../support/pages.ts'
import { addPerson } from '../../support/people.ts'
import {
  addKey,
  contextOf,
  openAnother,
  startServer,
  type TestServer,
} from '../../support/server.ts'

const realNow = clock.now
const minute = 60_000
let quire: TestServer
before(async () => {
  quire = await startServer({ rateLimit: 0 })
})
afterEach(() => {
  clock.now = realNow
})
after(() => quire.close())

type Run = { id: string; isAgent: boolean; client: string | null } | null
type Version = { version: number; via: string | null; run: Run }

async function versions(pageId: string): Promise<Version[]> {
  const input = { workspaceId: quire.workspaceId, pageId }
  return (await quire.post<{ versions: Version[] }>('/v1/history/list', input)).body.versions
}
const newestRun = async (pageId: string) => (await versions(pageId))[0]?.run

/** Renames a page; gives the run of the change. */
async function rename(
  pageId: string,
  { key = quire.key, headers = {} }: { key?: string; headers?: Record<string, string> } = {},
): Promise<Run | undefined> {
  const { status, body } = await quire.request({
    method: 'POST',
    url: '/v1/pages/update',
    headers: { authorization: `Bearer ${key}`, ...headers },
    payload: { workspaceId: quire.workspaceId, pageId, title: `Title ${Math.random()}` },
  })
  assert.equal(status, 200, JSON.stringify(body))
  return newestRun(pageId)
}

const storedEvents = () => events.since(quire.app.store, quire.workspaceId, 0, 1000)

describe('the run of a write', () => {
  it('rejects a name that no run can have, and changes nothing', async () => {
    const pageId = await addPage(quire, 'Kept')
    for (const name of ['a b', 'x'.repeat(201), '\u00e9', '']) {
      const { status, body } = await quire.request({
        method: 'POST',
        url: '/v1/pages/update',
        headers: { authorization: `Bearer ${quire.key}`, 'quire-run': name },
        payload: { workspaceId: quire.workspaceId, pageId, title: 'Changed' },
      })
      assert.deepEqual(
        [status, body.code, body.errors[0]?.rule],
        [400, 'VALIDATION_FAILED', 'header'],
      )
    }
    const _meta = { 'quire/run': 7 }
    const call = { name: 'create_page', arguments: { title: 'None' }, _meta }
    const { body } = await postMcp(quire, {
      jsonrpc: '2.0',
      id: 1,
      method: 'tools/call',
      params: call,
    })
    assert.match(JSON.stringify(body), /VALIDATION_FAILED/)
    assert.equal((await versions(pageId)).length, 1)
  })

  it('is ignored by a read, also with a bad name', async () => {
    const { status } = await quire.request({
      method: 'POST',
      url: '/v1/pages/list',
      headers: { authorization: `Bearer ${quire.key}`, 'quire-run': 'a b' },
      payload: { workspaceId: quire.workspaceId },
    })
    assert.equal(status, 200)
  })

  it('is the one that the program names, for its key alone', async () => {
    const pageId = await addPage(quire, 'Named')
    const headers = { 'quire-run': 'nightly-42', 'user-agent': 'sync/1.2 (linux)' }
    const run = await rename(pageId, { headers })
    assert.deepEqual([run?.isAgent, run?.client], [true, 'sync'])
    clock.now = () => realNow() + 90 * minute
    assert.deepEqual(await rename(pageId, { headers }), run)
    clock.now = realNow
    const other = await rename(pageId, { headers, key: await addKey(quire) })
    assert.notEqual(other?.id, run?.id)
    assert.notEqual((await rename(pageId, { headers: { 'quire-run': 'nightly-43' } }))?.id, run?.id)
  })

  it('goes on until a pause of 30 minutes, and for each key and client', async () => {
    const pageId = await addPage(quire, 'Paused')
    const headers = { 'user-agent': 'pauses/1' }
    const start = realNow()
    const at = async (minutes: number, options = { headers }) => {
      clock.now = () => start + minutes * minute
      return (await rename(pageId, options))?.id
    }
    const first = await at(0)
    assert.equal(await at(29), first)
    assert.equal(await at(58), first)
    assert.notEqual(await at(58, { headers: { 'user-agent': 'other/1' } }), first)
    assert.notEqual(await at(88), first)
  })

  it('goes on after a restart and on another node', async () => {
    const pageId = await addPage(quire, 'Restarted')
    const headers = { 'user-agent': 'restarts/1' }
    const run = await rename(pageId, { headers })
    const another = await openAnother(quire)
    try {
      const caller = { userId: quire.userId, keyId: 'k', via: 'api', readOnly: false } as const
      const client = { address: '', userAgent: 'restarts/1' }
      const row = (await storedEvents()).find(({ runId }) => runId === run?.id)
      assert.ok(row)
      const keyId = (await keyIdOf(run?.id ?? '')) ?? ''
      const own = { ...caller, keyId, client, workspaceIds: undefined }
      const found = await another.contextFor(own).runs.of(own, quire.workspaceId)
      assert.deepEqual(found, { id: run?.id })
      clock.now = () => realNow() + 31 * minute
      const later = await another.contextFor(own).runs.of(own, quire.workspaceId)
      assert.notEqual(later.id, run?.id)
    } finally {
      await another.close()
    }
  })

  it('is in events, comments, the trash, the journal and the audit log', async () => {
    const pageId = await addPage(quire, 'Everywhere', { markdown: 'one' })
    const { workspaceId } = quire
    const send = async (path: string, payload: object) => {
      const headers = { authorization: `Bearer ${quire.key}`, 'quire-run': 'everywhere' }
      const answer = await quire.request({ method: 'POST', url: path, headers, payload })
      assert.equal(answer.status, 200, JSON.stringify(answer.body))
    }
    const content = {
      type: 'doc',
      content: [{ type: 'paragraph', content: [{ type: 'text', text: 'two' }] }],
    }
    await send('/v1/pages/update', { workspaceId, pageId, content })
    await send('/v1/comments/create', { workspaceId, pageId, markdown: 'Hm' })
    await send('/v1/permissions/update', {
      workspaceId,
      pageId,
      grants: [{ principalId: quire.userId, level: 'manage' }],
      inherits: false,
    })
    const run = await newestRun(pageId)
    const { store } = quire.app
    const rows = (await storedEvents()).filter(({ runId }) => runId === run?.id)
    assert.deepEqual(
      rows.map(({ type }) => type),
      ['page.updated', 'comment.created', 'page.permissions_changed'],
    )
    const journal = await steps.since(store, { workspaceId, pageId }, 0, 9)
    assert.equal(journal.at(-1)?.runId, run?.id)
    const entries = await audit.ofWorkspace(store, workspaceId, { from: '', limit: 9 })
    assert.equal(entries[0]?.runId, run?.id)
    const { body } = await quire.post<{ threads: { comments: { run: Run }[] }[] }>(
      '/v1/comments/list',
      { workspaceId, pageId },
    )
    assert.deepEqual(body.threads[0]?.comments[0]?.run, run)
    const authors = await quire.post<{ blocks: { parts: { text: string; run: Run }[] }[] }>(
      '/v1/history/authors',
      { workspaceId, pageId },
    )
    assert.deepEqual(authors.body.blocks[0]?.parts[0]?.run, run)
    await send('/v1/pages/delete', { workspaceId, pageId })
    const trash = await quire.post<{ pages: { id: string; run: Run }[] }>('/v1/trash/list', {
      workspaceId,
    })
    assert.deepEqual(trash.body.pages.find(({ id }) => id === pageId)?.run, run)
  })

  it('belongs to the session of a person, without a client', async () => {
    const ben = await addPerson(quire, 'Ben', 'MEMBER')
    const caller = { userId: ben.userId, sessionId: 'session of Ben', via: 'web' } as const
    const context = contextOf(quire, caller)
    const run = await context.runs.of(context.caller, quire.workspaceId)
    assert.equal(run.unstored?.client, '')
    assert.equal(run.unstored?.keyId, null)
  })
})

describe('the run of an MCP client', () => {
  const created = async (answer: { value: { [name: string]: unknown } }) =>
    newestRun(String(answer.value['pageId'] ?? answer.value['id']))

  it('has the name that an older client gave when it began', async () => {
    const headers = { 'user-agent': 'legacy-client/3' }
    const clientInfo = { name: 'claude-code', title: 'Claude \u202eCode', version: '1' }
    const params = { protocolVersion: '2025-06-18', capabilities: {}, clientInfo }
    await postMcp(quire, { jsonrpc: '2.0', id: 1, method: 'initialize', params }, { headers })
    const run = await created(await callTool(quire, 'create_page', { title: 'Old' }, { headers }))
    assert.deepEqual([run?.isAgent, run?.client], [true, 'Claude Code'])
  })

  it('has the name and the run in _meta, also of a batch that the SDK answers', async () => {
    const { body, headers } = modern('tools/call', {
      name: 'create_page',
      arguments: { title: 'Modern' },
    })
    const request = structuredClone(body) as { params: { _meta: Record<string, unknown> } }
    Object.assign(request.params._meta, {
      'quire/run': 'task-7',
      'io.modelcontextprotocol/clientInfo': { name: 'codex', version: '1' },
    })
    const ids: string[] = []
    for (const meta of [{}, { 'example.com/other': 1 }]) {
      Object.assign(request.params._meta, meta)
      const answer = await postMcp(quire, request, { headers })
      assert.equal(answer.status, 200, JSON.stringify(answer.body))
      const newest = (await storedEvents()).at(-1)
      assert.equal(newest?.client, 'codex')
      ids.push(newest?.runId ?? '')
    }
    assert.equal(ids[0], ids[1])
  })
})

async function keyIdOf(runId: string): Promise<string | undefined> {
  const [found] = await runs.byIds(quire.app.store, quire.workspaceId, [runId])
  return found?.runKeyId ?? undefined
}
