import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { exampleIds } from '../../server/operations/fields.ts'
import { listOperations, type NamedOperation } from '../../server/operations/index.ts'
import { callTool, post, toolNames, toToolResult } from '../support/mcp.ts'
import {
  addComment,
  addFile,
  addPage,
  addRun,
  addTemplate,
  nothing,
  unknownId,
} from '../support/pages.ts'
import { addPerson, addWorkspace } from '../support/people.ts'
import { addKey, startServer, type TestServer } from '../support/server.ts'
import { startTransfer } from '../support/transfer/transfers.ts'

const withTools = listOperations().flatMap((operation) =>
  'none' in operation.tool ? [] : [{ operation, name: operation.tool.name }],
)

type Ids = Record<
  | 'workspace'
  | 'page'
  | 'parent'
  | 'file'
  | 'comment'
  | 'template'
  | 'skill'
  | 'run'
  | 'otherWorkspace'
  | 'transfer',
  string
>

describe('rights', () => {
  let quire: TestServer
  let keys: Record<string, string>
  let foreign: Ids
  /** A workspace of the member, and a transfer into it. */
  let moved: Pick<Ids, 'otherWorkspace' | 'transfer'>
  before(async () => {
    quire = await startServer({ rateLimit: 0 })
    const elsewhere = await addWorkspace(quire, 'Elsewhere')
    const outsider = await addPerson(quire, 'Xavier')
    const mia = await addPerson(quire, 'Mia', 'MEMBER')
    keys = {
      member: mia.key,
      viewer: (await addPerson(quire, 'Vera', 'VIEWER')).key,
      outsider: outsider.key,
      'read-only key': await addKey(quire, { readOnly: true }),
      'key for another workspace': await addKey(quire, { workspaceIds: [elsewhere] }),
      'key that does not exist': `svc_${'A'.repeat(24)}`,
    }
    const otherWorkspace = await addWorkspace(quire, 'Of Mia', mia.userId)
    moved = {
      otherWorkspace,
      transfer: await addTransfer({ ...quire, key: mia.key }, otherWorkspace),
    }
    const there = { ...quire, workspaceId: elsewhere }
    const transfer = await addTransfer(there, quire.workspaceId)
    foreign = { ...(await layPages(elsewhere, quire.key)), transfer }
  })
  after(() => quire.close())

  async function addTransfer(server: TestServer, targetWorkspaceId: string): Promise<string> {
    const pageId = await addPage(server, 'Page')
    return (await startTransfer(server, { pageId, targetWorkspaceId })).id
  }

  /** `key` has made the run. */
  async function layPages(workspace = quire.workspaceId, key = keys['member']): Promise<Ids> {
    const server = { ...quire, workspaceId: workspace }
    const page = await addPage(server, 'Page', { markdown: '# Plan\n\ntext' })
    const parent = await addPage(server, 'Parent')
    const png = { name: 'a.png', mimeType: 'image/png', content: 'not looked at' }
    const file = await addFile(server, parent, png)
    const comment = await addComment(server, page)
    const template = await addTemplate(server, 'Template', { parentId: parent })
    const skill = await addPage(server, 'Skill', { ownership: 'SKILL', markdown: 'Do it.' })
    const run = await addRun({ ...server, key: key ?? '' }, 'Run')
    return { workspace, page, parent, file, comment, template, skill, run, ...moved }
  }

  /** The example of an operation, on these pages. */
  function inputOf({ example }: NamedOperation, ids: Ids): object {
    let json = JSON.stringify(example)
    for (const [name, id] of Object.entries(ids)) {
      json = json.replaceAll(exampleIds[name as keyof Ids], id)
    }
    return JSON.parse(json)
  }

  /** Agents also say which version of a page they replace. */
  function toolInputOf(operation: NamedOperation, name: string, ids: Ids): object {
    const input = inputOf(operation, ids)
    return name === 'update_page' ? { ...input, expectedVersion: 1 } : input
  }

  async function askRest(operation: NamedOperation, input: object, key: string): Promise<string> {
    const { method, path } = operation
    const { status, body } =
      method === 'GET' ? await quire.get(path, key) : await quire.post(path, input, key)
    return status === 200 ? 'done' : body.code
  }

  async function askTool(name: string, input: object, key: string): Promise<string> {
    const params = { name, arguments: input }
    const request = { jsonrpc: '2.0', id: 1, method: 'tools/call', params }
    const { status, body } = await post(quire, request, { key })
    if (status !== 200) return String(body['code'])
    const { isError, value } = toToolResult(body['result'])
    return isError ? String(value['code']) : 'done'
  }

  for (const who of [
    'outsider',
    'viewer',
    'read-only key',
    'key for another workspace',
    'key that does not exist',
    'member',
  ]) {
    for (const { operation, name } of withTools) {
      it(`of ${name} for a ${who} are those of ${operation.path}`, async () => {
        const key = keys[who] ?? ''
        const rest = await askRest(operation, inputOf(operation, await layPages()), key)
        const tool = await askTool(name, toolInputOf(operation, name, await layPages()), key)
        assert.equal(tool, rest)
        if (who === 'member') assert.equal(rest, 'done')
        if (who === 'outsider' && operation.access !== 'key') assert.equal(rest, 'FORBIDDEN')
      })
    }
  }

  it('are refused for writing tools also where a read-only key knows their names', async () => {
    const key = keys['read-only key'] ?? ''
    const seen = await toolNames(quire, key)
    const writing = withTools.filter(({ operation }) => operation.access === 'write')
    for (const { operation, name } of writing) {
      assert.ok(!seen.includes(name))
      const input = inputOf(operation, await layPages())
      assert.equal((await callTool(quire, name, input, { key })).value['code'], 'FORBIDDEN', name)
    }
  })

  for (const { operation, name } of withTools) {
    it(`of ${name} let nothing of another workspace be learned`, async () => {
      const key = keys['member'] ?? ''
      const own = await layPages()
      const absent = {
        page: nothing,
        parent: nothing,
        file: nothing,
        comment: nothing,
        template: nothing,
        skill: nothing,
        run: nothing,
        transfer: nothing,
        otherWorkspace: own.otherWorkspace,
      }
      const refusals = async (ids: Ids) => {
        const { text } = await callTool(quire, name, toolInputOf(operation, name, ids), { key })
        // The tags differ in each response.
        let plain = text.replaceAll(/page-\d{6}/g, 'page')
        for (const id of Object.values(ids)) plain = plain.replaceAll(id, 'ID')
        return plain
      }
      const example = JSON.stringify(operation.example)
      const { page, file, comment, run, transfer } = exampleIds
      if ([page, file, comment, run, transfer].some((id) => example.includes(id))) {
        const there = await refusals({ ...foreign, workspace: own.workspace })
        assert.equal(there, await refusals({ ...absent, workspace: own.workspace }))
      }
      if (operation.access === 'key') return
      const missing = { ...absent, workspace: unknownId }
      assert.equal(await refusals(foreign), await refusals(missing))
    })
  }

  it('keep prompts and resources of another workspace to its members', async () => {
    const key = keys['outsider'] ?? ''
    const uri = `quire://${foreign.workspace}/pages/${foreign.page}`
    const read = (address: string) =>
      post(
        quire,
        { jsonrpc: '2.0', id: 1, method: 'resources/read', params: { uri: address } },
        { key },
      )
    const there = (await read(uri)).body
    const absent = `quire://${unknownId}/pages/${nothing}`
    const nowhere = (await read(absent)).body
    assert.equal(there['error']?.['code'], -32_602)
    assert.equal(
      JSON.stringify(there).replaceAll(uri, ''),
      JSON.stringify(nowhere).replaceAll(absent, ''),
    )
    for (const method of ['prompts/list', 'resources/list']) {
      const { body } = await post(quire, { jsonrpc: '2.0', id: 1, method }, { key })
      assert.equal(body['error']?.['data']?.['code'], 'FORBIDDEN')
    }
  })
})
