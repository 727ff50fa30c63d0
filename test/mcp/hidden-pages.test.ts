import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { exampleIds } from '../../server/operations/fields.ts'
import { listOperations } from '../../server/operations/index.ts'
import { callTool, post, rpc } from '../support/mcp.ts'
import { addComment, addFile, addPage, nothing, unknownId } from '../support/pages.ts'
import { addPerson } from '../support/people.ts'
import { grantOnly } from '../support/sections.ts'
import { startServer, type TestServer } from '../support/server.ts'

/** Stands in every text of the section. */
const secret = 'Xylophone-7231'

type Ids = { page: string; parent: string; file: string; comment: string }

let quire: TestServer
let hidden: Ids
let skill: string
let key: string

before(async () => {
  quire = await startServer({ rateLimit: 0 })
  const section = await addPage(quire, `${secret} section`)
  const inSection = { parentId: section, markdown: `# Plan\n\nAbout ${secret}` }
  const page = await addPage(quire, `${secret} page`, inSection)
  skill = await addPage(quire, `${secret} skill`, { ...inSection, ownership: 'SKILL' })
  await addPage(quire, `${secret} agent`, { ...inSection, ownership: 'AGENT' })
  await addPage(quire, 'Open skill', { ownership: 'SKILL' })
  const png = { name: `${secret}.png`, mimeType: 'image/png', content: secret }
  const file = await addFile(quire, page, png)
  hidden = { page, parent: section, file, comment: await addComment(quire, page, secret) }
  await grantOnly(quire, section, { [quire.userId]: 'manage' })
  key = (await addPerson(quire, 'Mia', 'MEMBER')).key
})
after(() => quire.close())

const ids = () => [...Object.values(hidden), skill]

function assertOpen(text: string): void {
  for (const hint of [secret, secret.toLowerCase(), ...ids()]) {
    assert.ok(!text.includes(hint), text)
  }
}

/** The answer to a request of plain JSON-RPC, with the IDs that it asks for replaced. */
async function ask(method: string, params: object, asked: readonly string[]): Promise<string> {
  const { status, body } = await post(quire, { jsonrpc: '2.0', id: 1, method, params }, { key })
  let text = JSON.stringify({ status, body })
  for (const id of asked) text = text.replaceAll(id, '<id>')
  return text.replaceAll(/page-\d{6}/g, 'page')
}

/** Whoever lost a page can stop watching it. */
const forAnyPage = new Set(['unwatch_page'])
const tools = listOperations().flatMap((operation) =>
  'none' in operation.tool ? [] : [{ operation, name: operation.tool.name }],
)

describe('tools, for pages in a section without access,', () => {
  const { page, parent, file, comment } = exampleIds
  const naming = tools.filter(({ operation }) =>
    [page, parent, file, comment].some((id) => JSON.stringify(operation.example).includes(id)),
  )
  for (const { operation, name } of naming) {
    it(`answer as for an unknown page: ${name}`, async () => {
      const about = async (found: Ids) => {
        let json = JSON.stringify({ ...operation.example, workspaceId: quire.workspaceId })
        for (const field of ['page', 'parent', 'file', 'comment'] as const) {
          json = json.replaceAll(exampleIds[field], found[field])
        }
        const input = JSON.parse(json)
        if (name === 'update_page') input.expectedVersion = 1
        return ask('tools/call', { name, arguments: input }, Object.values(found))
      }
      const answer = await about(hidden)
      assert.equal(answer.includes('"isError":true'), !forAnyPage.has(name), answer)
      assertOpen(answer)
      const unknown = { page: nothing, parent: nothing, file: nothing, comment: nothing }
      assert.equal(answer, await about(unknown))
    })
  }

  it('answer as for an unknown page: fetch', async () => {
    const fetched = (id: string) => ask('tools/call', { name: 'fetch', arguments: { id } }, [id])
    assert.equal(await fetched(hidden.page), await fetched(nothing))
  })

  it('list none of them', async () => {
    for (const name of ['list_pages', 'list_files', 'list_skills', 'list_agents']) {
      const { isError, text } = await callTool(quire, name, {}, { key })
      assert.equal(isError, false, text)
      assertOpen(text)
    }
    const stats = await callTool(quire, 'get_workspace_stats', {}, { key })
    assert.equal(stats.value['totalPages']?.toString(), '1')
  })
})

describe('get_page', () => {
  it('tells the level of the caller', async () => {
    const open = { page: 'Open skill' }
    assert.match((await callTool(quire, 'get_page', open, { key })).text, /^level: "write"$/m)
    const own = { page: hidden.page }
    assert.match((await callTool(quire, 'get_page', own)).text, /^level: "manage"$/m)
  })
})

describe('prompts and resources, for pages in a section without access,', () => {
  it('list none of them', async () => {
    for (const method of ['prompts/list', 'resources/list']) {
      const answer = JSON.stringify(await rpc(quire, method, {}, { key }))
      assert.match(answer, /Open skill/)
      assertOpen(answer)
    }
  })

  it('continue after a hidden page as after an unknown one', async () => {
    for (const method of ['prompts/list', 'resources/list']) {
      assertOpen(await ask(method, { cursor: hidden.parent }, [hidden.parent]))
    }
  })

  it('are unknown', async () => {
    const slug = `${secret} skill`.toLowerCase().replaceAll(' ', '-')
    const get = (name: string) => ask('prompts/get', { name, arguments: {} }, [name])
    const unknown = await get('no-such-prompt')
    for (const name of [slug, `${slug}-${skill.slice(-6)}`, skill]) {
      assert.equal(await get(name), unknown)
    }
    const read = (id: string) =>
      ask('resources/read', { uri: `quire://${quire.workspaceId}/pages/${id}` }, [id])
    for (const id of ids()) assert.equal(await read(id), await read(unknownId))
  })
})
