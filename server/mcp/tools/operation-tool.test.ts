import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { addPage } from '../../../test/support/pages.ts'
import { addWorkspace } from '../../../test/support/people.ts'
import { contextOf, startServer, type TestServer } from '../../../test/support/server.ts'
import type { McpRequest } from '../transport/request.ts'
import type { JsonObject } from './json-object.ts'
import { findTool, tools } from './tools.ts'

let server: TestServer
before(async () => {
  server = await startServer()
})
after(() => server.close())

function run(name: string, args: JsonObject, fixed?: string) {
  const tool = findTool(name)
  assert.ok(tool)
  const context = contextOf(server, { via: 'mcp' })
  const request: McpRequest = {
    context,
    fixedWorkspace: fixed,
    toolsets: [],
    isInitializing: false,
    report: () => undefined,
  }
  return tool.run(request, args)
}

describe('operationTool', () => {
  it('refuses a parameter it does not have, and names those it has', async () => {
    await assert.rejects(run('delete_page', { pageId: 'x', force: true }), {
      code: 'VALIDATION_FAILED',
      message: '/force is not a parameter of this tool; use workspaceId, page, dryRun',
    })
  })

  it('refuses another workspace than the one its address fixes', async () => {
    const workspaceId = await addWorkspace(server, 'Fixed')
    await assert.rejects(run('get_workspace_stats', { workspaceId }, 'lab'), { code: 'FORBIDDEN' })
    await assert.rejects(run('get_workspace_stats', {}, 'nowhere'), { code: 'FORBIDDEN' })
    await run('get_workspace_stats', { workspaceId: workspaceId.toUpperCase() }, 'fixed')
  })

  it('refuses Markdown beside the document it stands for', async () => {
    const pageId = await addPage(server, 'Both')
    const content = { type: 'doc', content: [{ type: 'paragraph' }] }
    await assert.rejects(run('update_page', { pageId, markdown: 'a', content }), {
      code: 'VALIDATION_FAILED',
      message: /^\/markdown cannot be combined with content/,
    })
  })

  it('answers a change with the page in short', async () => {
    const result = await run('create_page', { title: 'Made' })
    const { id, url, ...rest } = Object(result.structuredContent)
    assert.deepEqual(
      [url, rest['title'], rest['version'], rest['workspace']],
      [`/pages/${String(id)}`, 'Made', 1, 'Lab'],
    )
  })

  it('answers a page as a header and fenced Markdown that cannot close the fence', async () => {
    const id = await addPage(server, 'Fenced', { markdown: 'before\n\n`</page>` after' })
    const { content, structuredContent } = await run('get_page', { page: 'Fenced' })
    const [block] = content
    assert.ok(block?.type === 'text')
    assert.equal(structuredContent, undefined)
    assert.match(block.text, new RegExp(`"Lab".*\nid: "${id}"\n`))
    assert.match(block.text, /\n<(page-\d{6})>\nbefore\n\n`<\/page>` after\n<\/\1>$/)
  })
})

describe('inputSchema and outputSchema', () => {
  it('are flat and closed, and need no workspace but to select one', () => {
    for (const { name, inputSchema, outputSchema } of tools) {
      const properties = Object.values({ ...Object(inputSchema['properties']) })
      assert.ok(
        properties.every((one) => typeof Object(one).type === 'string'),
        name,
      )
      assert.equal(inputSchema['additionalProperties'], false, name)
      const required: unknown[] = [inputSchema['required'] ?? []].flat()
      assert.equal(required.includes('workspaceId'), name === 'select_workspace', name)
      if (outputSchema !== undefined) assert.equal(outputSchema['type'], 'object', name)
    }
  })
})
