import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import fc from 'fast-check'
import { tools } from '../../server/mcp/tools/tools.ts'
import { listOperations, type NamedOperation } from '../../server/operations/index.ts'
import { hostileBodies, strange } from '../support/hostile-bodies.ts'
import { bodyWith, type Ids } from '../support/isolation.ts'
import { type Json, modern, post } from '../support/mcp.ts'
import { addComment, addFile, addPage } from '../support/pages.ts'
import { type Answer, startServer, type TestServer } from '../support/server.ts'

/** The same calls in every run; `FUZZ_SEED` and `FUZZ_RUNS` try others. */
const seed = Number(process.env['FUZZ_SEED'] ?? 20_261_122)
const runs = Number(process.env['FUZZ_RUNS'] ?? 25)

const internalError = -32_603
const operations = new Map(listOperations().map((operation) => [operation.id, operation]))

/** What each method of the protocol takes, near enough for most calls to get through to it. */
const methods: Record<string, object> = {
  'tools/list': { cursor: 'x' },
  'tools/call': { name: 'search', arguments: { query: 'garden' } },
  'prompts/list': { cursor: 'x' },
  'prompts/get': { name: 'garden', arguments: { topic: 'roses' } },
  'resources/list': { cursor: 'x' },
  'resources/templates/list': { cursor: 'x' },
  'resources/read': { uri: 'quire://x/pages/y' },
  initialize: {
    protocolVersion: '2025-11-25',
    capabilities: {},
    clientInfo: { name: 'fuzz', version: '1' },
  },
  ping: {},
  'server/discover': {},
  'subscriptions/listen': { notifications: 1 },
}

describe('calls of agents made at random', () => {
  let quire: TestServer
  let ids: Ids
  before(async () => {
    quire = await startServer({ rateLimit: 0 })
    const parentId = await addPage(quire, 'Parent')
    const markdown = '# Plan\n\nText of the garden.\n\n- one\n'
    const pageId = await addPage(quire, 'Garden', { parentId, markdown, ownership: 'SKILL' })
    const png = { name: 'a.png', mimeType: 'image/png', content: 'not looked at' }
    ids = {
      workspaceId: quire.workspaceId,
      parentId,
      newParentId: parentId,
      pageId,
      page: pageId,
      fileId: await addFile(quire, pageId, png),
      commentId: await addComment(quire, pageId),
    }
  })
  after(() => quire.close())

  function assertOrderly({ status, body }: Answer<Json>, call: string): void {
    assert.ok(status < 500, `${status} for ${call}`)
    for (const { error, result } of [body].flat()) {
      assert.notEqual(Number(error?.['code']), internalError, call)
      if (error !== undefined) assert.ok(!String(error['message']).startsWith('['), call)
      const text = JSON.stringify(result ?? '')
      assert.ok(!text.includes('\\"code\\":\\"INTERNAL\\"'), call)
    }
  }

  for (const tool of tools) {
    it(`never end ${tool.name} in a fault of the server`, async () => {
      const operation = operations.get(tool.operationId)
      assert.ok(operation)
      // SAFETY: an input schema of a tool is JSON Schema of an object, as that of an operation is.
      const input = tool.inputSchema as unknown as NamedOperation['input']
      const example = bodyWith(operation, ids)
      for (const given of fc.sample(hostileBodies({ input }, example), { seed, numRuns: runs })) {
        const params = { name: tool.name, arguments: given }
        const answer = await post(quire, { jsonrpc: '2.0', id: 1, method: 'tools/call', params })
        assertOrderly(answer, `${tool.name} ${JSON.stringify(given)?.slice(0, 500)}`)
      }
    })
  }

  for (const [method, example] of Object.entries(methods)) {
    it(`never end ${method} in a fault of the server, in either era`, async () => {
      const properties = Object.fromEntries(Object.keys(example).map((name) => [name, {}]))
      // SAFETY: as above.
      const input = { properties } as unknown as NamedOperation['input']
      for (const params of fc.sample(hostileBodies({ input }, example), { seed, numRuns: runs })) {
        const call = `${method} ${JSON.stringify(params)?.slice(0, 500)}`
        assertOrderly(await post(quire, { jsonrpc: '2.0', id: 1, method, params }), call)
        const { body, headers } = modern(method, Object(params))
        if (method === 'subscriptions/listen') continue
        assertOrderly(await post(quire, body, { headers: plain(headers) }), `${call} (2026-07-28)`)
      }
    })
  }

  it('never end a batch or a message of any shape in a fault of the server', async () => {
    const message = fc.record({
      jsonrpc: fc.constantFrom<unknown>('2.0', '1.0', null),
      id: fc.oneof(fc.integer(), strange),
      method: fc.oneof(fc.constantFrom(...Object.keys(methods)), strange),
      params: strange,
    })
    const any = fc.oneof(message, fc.array(message, { maxLength: 5 }), strange)
    for (const body of fc.sample(any, { seed, numRuns: runs * 10 })) {
      assertOrderly(await post(quire, body), JSON.stringify(body)?.slice(0, 500))
    }
  })

  it('leave a sound store', async () => {
    assert.deepEqual(await quire.app.store.check(), [])
  })
})

/** Headers hold no text but that of ISO 8859-1. */
function plain(headers: Record<string, unknown>): Record<string, string> {
  return Object.fromEntries(
    Object.entries(headers).map(([name, value]) => {
      const text = typeof value === 'string' ? value : JSON.stringify(value)
      return [name, encodeURIComponent(text.toWellFormed())]
    }),
  )
}
