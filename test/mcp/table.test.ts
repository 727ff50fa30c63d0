import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { encode } from 'gpt-tokenizer/encoding/o200k_base'
import { tools } from '../../server/mcp/tools/tools.ts'
import { listOperations } from '../../server/operations/index.ts'
import { items, type Json, members, post, rpc, toolNames } from '../support/mcp.ts'
import { addKey, startServer, type TestServer } from '../support/server.ts'

/** The operations of the specification, by the tools they are. */
const specified: Record<string, string> = {
  list_workspaces: '/v1/workspaces',
  get_workspace_stats: '/v1/workspace/stats',
  list_files: '/v1/workspace/files',
  list_skills: '/v1/workspace/skills',
  list_agents: '/v1/workspace/agents',
  create_page_from_file: '/v1/workspace/create-page-from-file',
  create_page: '/v1/pages/create',
  update_page: '/v1/pages/update',
  move_page: '/v1/pages/move',
  get_page_markdown: '/v1/pages/markdown',
  get_page_stats: '/v1/pages/stats',
  upload_file: '/v1/page-files/upload-file',
  upload_image: '/v1/page-files/upload-image',
  attach_file: '/v1/page-files/attach-file',
  attach_image: '/v1/page-files/attach-image',
  list_page_files: '/v1/page-files/list',
  search_pages: '/v1/search/pages',
}

/** Those that other tools replace: they can be called, and `?tools=all` lists them. */
const replaced = [
  'list_agents',
  'create_page_from_file',
  'get_page_markdown',
  'get_page_stats',
  'upload_file',
  'upload_image',
  'attach_file',
  'attach_image',
  'list_page_files',
]

const beyond = [
  'get_page',
  'list_pages',
  'edit_page',
  'delete_page',
  'restore_page',
  'select_workspace',
  'search',
  'fetch',
]

describe('the table of operations', () => {
  it('can be tried with dryRun, whatever writes', () => {
    const written = tools.filter(({ effect }) => effect !== 'reads')
    assert.deepEqual(
      written
        .filter(({ inputSchema }) => !Object.hasOwn(Object(inputSchema['properties']), 'dryRun'))
        .map(({ name }) => name),
      [],
    )
  })

  for (const operation of listOperations()) {
    it(`has for ${operation.id} a tool, or the reason for having none`, () => {
      const { tool } = operation
      if ('none' in tool) assert.match(tool.none, /^[A-Z].{20,}\.$/)
      else {
        assert.match(tool.name, /^[a-z]+(?:_[a-z]+)+$/)
        assert.equal(tools.find(({ name }) => name === tool.name)?.operationId, operation.id)
      }
    })
  }

  it('has its specified operations as tools, one to one', () => {
    const byTool = Object.fromEntries(
      listOperations().flatMap(({ tool, path }) => ('none' in tool ? [] : [[tool.name, path]])),
    )
    const found = Object.fromEntries(
      Object.entries(byTool).filter(([name]) => !beyond.includes(name) && name in specified),
    )
    assert.deepEqual(found, specified)
  })

  it('has no reason where a tool of the specification is due', () => {
    const without = listOperations().filter(({ tool }) => 'none' in tool)
    assert.deepEqual(
      without.filter(({ path }) => Object.values(specified).includes(path)),
      [],
    )
  })
})

describe('tools/list', () => {
  let quire: TestServer
  let list: Json[]
  before(async () => {
    quire = await startServer()
    list = items((await rpc(quire, 'tools/list'))['tools'])
  })
  after(() => quire.close())

  it('names every tool that is due, at most 28 by default, and one that reads first', async () => {
    const names = await toolNames(quire)
    assert.ok(names.length <= 28, `${names.length} tools`)
    assert.equal(names[0], 'search')
    const all = await rpc(quire, 'tools/list', {}, { path: '/mcp?tools=all' })
    const allNames = items(all['tools']).map(({ name }) => String(name))
    assert.equal(new Set(allNames).size, allNames.length)
    const due = [...Object.keys(specified), ...beyond]
    assert.deepEqual(
      due.filter((name) => !allNames.includes(name)),
      [],
    )
    assert.deepEqual(
      due.filter((name) => !names.includes(name)),
      replaced,
    )
  })

  it('contains the tools of a group only if the address names it', async () => {
    const namesOf = async (path: string) =>
      items((await rpc(quire, 'tools/list', {}, { path }))['tools']).map(({ name }) => String(name))
    const grouped = tools.filter(({ group }) => group !== undefined)
    const usual = await namesOf('/mcp')
    assert.deepEqual(await namesOf('/mcp?tools=default'), usual)
    for (const { name, group } of grouped) {
      assert.ok(!usual.includes(name), name)
      const names = await namesOf(`/mcp?tools=default,${group}`)
      assert.ok(names.includes(name), name)
      assert.deepEqual(
        usual.filter((one) => !names.includes(one)),
        [],
      )
      assert.deepEqual(await namesOf(`/mcp?tools=default&tools=${group}`), names)
    }
  })

  it('rejects an unknown group, and names the groups', async () => {
    const message = { jsonrpc: '2.0', id: 1, method: 'tools/list' }
    const { status, body } = await post(quire, message, { path: '/mcp?tools=everything' })
    assert.equal(status, 200)
    assert.equal(Number(body['error']?.['code']), -32_602)
    assert.match(
      String(body['error']?.['message']),
      /names the unknown group everything; use all, default/,
    )
  })

  it('takes at most 4,000 tokens', () => {
    const tokens = encode(JSON.stringify({ tools: list })).length
    assert.ok(tokens <= 4000, `${tokens} tokens`)
  })

  it('is the same every time', async () => {
    assert.deepEqual(await rpc(quire, 'tools/list'), await rpc(quire, 'tools/list'))
  })

  it('shows a key that may only read no tool that writes', async () => {
    const key = await addKey(quire, { readOnly: true })
    const seen = items((await rpc(quire, 'tools/list', {}, { key }))['tools'])
    assert.ok(seen.length > 10)
    assert.deepEqual(
      seen.filter(({ annotations }) => String(annotations?.['readOnlyHint']) !== 'true'),
      [],
    )
    const writing = new Set(
      listOperations().flatMap(({ access, tool }) =>
        access === 'write' && !('none' in tool) ? [tool.name] : [],
      ),
    )
    assert.deepEqual(
      seen.map(({ name }) => String(name)).filter((name) => writing.has(name)),
      [],
    )
  })

  it('gives every tool a description, all four hints and parameters that are flat', () => {
    for (const { name, description, annotations, inputSchema } of list) {
      const about = String(name)
      assert.match(String(description), /^[A-Z].{10,}\.$/, about)
      const hints = ['readOnlyHint', 'destructiveHint', 'idempotentHint', 'openWorldHint']
      assert.deepEqual(Object.keys(annotations ?? {}).toSorted(), hints.toSorted(), about)
      assert.equal(String(inputSchema?.['additionalProperties']), 'false', about)
      for (const [parameter, schema] of members(inputSchema?.['properties'])) {
        const name = `${about}.${parameter}`
        assert.ok(['string', 'integer', 'boolean', 'array'].includes(String(schema['type'])), name)
        assert.equal(schema['properties'] ?? schema['anyOf'] ?? schema['oneOf'], undefined, name)
      }
    }
  })

  it('never requires a workspace, but where one is selected', () => {
    const requiring = list.filter(({ inputSchema }) =>
      [inputSchema?.['required'] ?? []].flat().map(String).includes('workspaceId'),
    )
    assert.deepEqual(
      requiring.map(({ name }) => String(name)),
      ['select_workspace'],
    )
  })

  it('tells the truth about what destroys', () => {
    const destructive = list.filter(
      ({ annotations }) => String(annotations?.['destructiveHint']) === 'true',
    )
    assert.deepEqual(destructive.map(({ name }) => String(name)).toSorted(), [
      'delete_page',
      'edit_page',
      'edit_pages',
      'move_card',
      'update_page',
    ])
  })
})
