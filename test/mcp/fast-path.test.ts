import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { callTool, items, type Json, modern, post } from '../support/mcp.ts'
import { addPage, nothing } from '../support/pages.ts'
import { startServer, type TestServer } from '../support/server.ts'

const prefix = 'io.modelcontextprotocol/'

describe('a plain tool call, answered without the SDK', () => {
  let quire: TestServer
  let calls: { name: string; arguments?: object }[]
  before(async () => {
    quire = await startServer({ rateLimit: 0 })
    const page = await addPage(quire, 'Same', { markdown: 'Both ways.' })
    calls = [
      { name: 'list_workspaces' },
      { name: 'get_page', arguments: { page } },
      { name: 'search', arguments: { query: 'both' } },
      { name: 'get_page_stats', arguments: { pageId: page } },
      { name: 'move_page', arguments: { pageId: page, newParentId: 'root' } },
      { name: 'get_page', arguments: { page: nothing } },
      { name: 'move_page', arguments: { wrong: 1 } },
      { name: 'create_page' },
    ]
  })
  after(() => quire.close())

  it('gives what the SDK gives, before 2026-07-28', async () => {
    for (const params of calls) {
      const request = { jsonrpc: '2.0', id: 'one', method: 'tools/call', params }
      const direct = await post(quire, request)
      // Several requests at once are left to the SDK.
      const both = [request, { jsonrpc: '2.0', id: 'two', method: 'ping' }]
      const answers = items((await post(quire, both)).body)
      const viaSdk = answers.find(({ id }) => String(id) === 'one')
      assert.deepEqual(withoutNonce(direct.body), withoutNonce(viaSdk ?? direct.body))
    }
  })

  it('gives what the SDK gives, in 2026-07-28', async () => {
    for (const params of calls) {
      const { body, headers } = modern('tools/call', params)
      const direct = await post(quire, body, { headers })
      const text = JSON.stringify(body)
      const unusual = text.replace(
        `"${prefix}client`,
        `"${prefix}logLevel":"error","${prefix}client`,
      )
      assert.notEqual(unusual, text)
      const viaSdk = await post(quire, unusual, { headers })
      assert.equal(direct.status, viaSdk.status)
      assert.deepEqual(withoutNonce(direct.body), withoutNonce(viaSdk.body))
    }
  })

  const malformed: [string, (request: Json) => unknown, number, number][] = [
    [
      'an unknown tool',
      (request) => ({ ...request, params: { name: 'make_coffee' } }),
      200,
      -32_602,
    ],
    ['no name', (request) => ({ ...request, params: {} }), 200, -32_602],
    ['arguments that are no object', (request) => set(request, 'arguments', []), 200, -32_602],
    ['another version of JSON-RPC', (request) => ({ ...request, jsonrpc: '1.0' }), 400, -32_600],
  ]
  for (const [what, change, status, code] of malformed) {
    it(`leaves ${what} to the SDK to refuse`, async () => {
      const params = { name: 'search', arguments: { query: 'x' } }
      const request = JSON.parse(
        JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'tools/call', params }),
      )
      const answer = await post(quire, change(request))
      assert.equal(answer.status, status)
      assert.equal(answer.body['error']?.['code'], code)
    })
  }

  it('refuses a call whose headers name another tool', async () => {
    const { body, headers } = modern('tools/call', { name: 'search', arguments: { query: 'x' } })
    const { status, body: answer } = await post(quire, body, {
      headers: { ...headers, 'mcp-name': 'fetch' },
    })
    assert.equal(status, 400)
    assert.equal(answer['error']?.['code'], -32_020)
  })

  function set(request: Json, name: string, value: unknown): unknown {
    return { ...request, params: { ...request['params'], [name]: value } }
  }
})

/** The tags of a page differ in each response. */
function withoutNonce(body: Json): unknown {
  return JSON.parse(JSON.stringify(body).replaceAll(/page-\d{6}/g, 'page'))
}

describe('fifty agents at once', () => {
  it('find, read, write and reorganise without an error', async () => {
    const quire = await startServer({ rateLimit: 0 })
    try {
      const work = async (agent: number): Promise<string> => {
        const call = async (name: string, given: object) => {
          const result = await callTool(quire, name, given)
          assert.equal(result.isError, false, `${name}: ${result.text}`)
          return result
        }
        const created = await call('create_page', { title: `Agent ${agent}`, markdown: 'Start.' })
        const pageId = String(created.value['id'])
        await call('search_pages', { query: `agent ${agent}` })
        const edit = { pageId, mode: 'append', text: `Line ${agent}.`, expectedVersion: 1 }
        await call('edit_page', edit)
        await call('move_page', { pageId, newParentId: 'root' })
        await call('delete_page', { pageId })
        await call('restore_page', { pageId })
        return (await call('get_page', { page: pageId })).text
      }
      const read = await Promise.all(Array.from({ length: 50 }, (_, agent) => work(agent)))
      for (const [agent, text] of read.entries()) assert.match(text, new RegExp(`Line ${agent}\\.`))
    } finally {
      await quire.close()
    }
  })
})
