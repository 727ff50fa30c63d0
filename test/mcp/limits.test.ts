import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { encode } from 'gpt-tokenizer/encoding/o200k_base'
import { callTool, fenced, items, rpc } from '../support/mcp.ts'
import { addFile, addPage } from '../support/pages.ts'
import { addPerson } from '../support/people.ts'
import { startServer, type TestServer } from '../support/server.ts'
import { publishSkill } from '../support/skills/skills.ts'

/** No client takes more in one result, whichever language it is in. */
const maxTokens = 25_000

/** What costs the most tokens for its length. */
const dear = '𓀀𓁐𒀱🏴‍☠️'
/** The longest comment. */
const long = dear.repeat(1200)

describe('the size of results', () => {
  let quire: TestServer
  before(async () => {
    quire = await startServer({ rateLimit: 0 })
  })
  after(() => quire.close())

  const sizeOf = async (name: string, given: object) => {
    const result = await rpc(quire, 'tools/call', { name, arguments: given })
    return encode(JSON.stringify(result)).length
  }

  it('stays small for long pages, which are read in parts', async () => {
    const paragraph = `${'Word after word it goes on and on. '.repeat(20)}\n\n`
    const markdown = paragraph.repeat(60)
    const pageId = await addPage(quire, 'Long', { markdown })
    const read: string[] = []
    for (let offset = 0; ;) {
      const { text } = await callTool(quire, 'get_page', { page: pageId, offset })
      assert.ok(encode(text).length < 7000)
      read.push(fenced(text) ?? '')
      const next = /Continue with get_page and offset (\d+)\.$/.exec(text)?.[1]
      if (next === undefined) break
      offset = Number(next)
    }
    assert.ok(read.length > 1)
    const complete = (
      await quire.post<{ markdown: string }>('/v1/pages/markdown', {
        workspaceId: quire.workspaceId,
        pageId,
      })
    ).body.markdown
    assert.equal(read.join(''), complete)
    const bare = await callTool(quire, 'get_page_markdown', { pageId })
    assert.match(bare.text, /Continue with get_page and offset \d+\.$/)
  })

  it('goes on in fetch as well', async () => {
    const markdown = '"Quoted" lines \\ and more.\n\n'.repeat(1200)
    const id = await addPage(quire, 'Fetched', { markdown })
    let text = ''
    for (let offset = 0; ;) {
      const { value } = await callTool(quire, 'fetch', { id, offset })
      const next = value['metadata']?.['nextOffset']
      text += fenced(String(value['text'])) ?? ''
      if (next === undefined) break
      offset = Number(next)
    }
    const { body } = await quire.post<{ markdown: string }>('/v1/pages/markdown', {
      workspaceId: quire.workspaceId,
      pageId: id,
    })
    assert.equal(text, body.markdown)
  })

  it('never comes near what clients refuse, in the dearest of scripts', async () => {
    const title = `Dear ${dear.repeat(28)}`
    const markdown = dear.repeat(5000)
    const pageId = await addPage(quire, title, { markdown, ownership: 'SKILL' })
    for (let count = 0; count < 19; count += 1) {
      await addPage(quire, title, { markdown: dear.repeat(100), ownership: 'SKILL' })
    }
    for (let count = 0; count < 10; count += 1) {
      const markdown = `[${dear.slice(0, 290)}](/pages/${pageId})`
      await addPage(quire, title, { markdown })
    }
    const { value } = await callTool(quire, 'create_comment', { page: pageId, markdown: long })
    const parentId = String(value['commentId'])
    const { key } = await addPerson(quire, 'Bob', 'MEMBER')
    for (let count = 0; count < 40; count += 1) {
      const comment = { page: pageId, markdown: long }
      await callTool(quire, 'create_comment', { ...comment, parentId }, { key })
      await callTool(quire, 'create_comment', comment)
    }
    await addFile(quire, pageId, { name: 'long.txt', content: dear.repeat(20_000) })
    await publishSkill(quire, pageId)
    const calls: [string, object][] = [
      ['get_page', { page: pageId }],
      ['get_page', { page: pageId, backlinks: true }],
      ['get_page_markdown', { pageId }],
      ['fetch', { id: pageId }],
      ['search', { query: 'dear' }],
      ['search_pages', { query: 'dear', limit: 20 }],
      ['list_pages', { limit: 500 }],
      ['list_skills', { limit: 200 }],
      ['list_comments', { page: pageId }],
      ['list_comments', { page: pageId, thread: parentId }],
      ['list_open_threads', { limit: 50 }],
      ['list_inbox', { limit: 50 }],
      ['list_activity', { limit: 100 }],
      ['list_changes', {}],
      ['query_view', { query: 'text: dear', limit: 100 }],
      ['read_skill_file', { page: pageId, path: 'SKILL.md' }],
      ['read_skill_file', { page: pageId, path: 'assets/long.txt' }],
    ]
    for (const [name, given] of calls) {
      const size = await sizeOf(name, given)
      assert.ok(size > 500 && size < maxTokens, `${name}: ${size} tokens`)
    }
    const prompts = items((await rpc(quire, 'prompts/list'))['prompts'])
    const prompt = await rpc(quire, 'prompts/get', { name: String(prompts[0]?.['name']) })
    assert.ok(encode(JSON.stringify(prompt)).length < maxTokens)
  })

  it('cuts lists and says where they go on', async () => {
    for (let count = 0; count < 90; count += 1) {
      await addPage(quire, `${count} ${'long title '.repeat(18)}`, { ownership: 'AGENT' })
    }
    const seen = new Set<string>()
    let parts = 0
    for (let offset = 0; ; parts += 1) {
      const { value } = await callTool(quire, 'list_agents', { limit: 200, offset })
      for (const { id } of items(value['pages'])) seen.add(String(id))
      const next = /call again with offset (\d+)/.exec(String(value['more']))?.[1]
      if (next === undefined) break
      offset = Number(next)
    }
    assert.equal(seen.size, 90)
    assert.ok(parts >= 1)
    const ten = await callTool(quire, 'list_agents', { limit: 10, offset: 85 })
    assert.equal(items(ten.value['pages']).length, 5)
  })

  it('cuts the tree, with the right offset', async () => {
    const titles: string[] = []
    for (let offset = 0; ;) {
      const { value } = await callTool(quire, 'list_pages', { limit: 500, offset })
      titles.push(...items(value['pages']).map(({ id }) => String(id)))
      if (value['nextOffset'] === null) break
      offset = Number(value['nextOffset'])
    }
    assert.equal(titles.length, 122)
    assert.equal(new Set(titles).size, 122)
  })

  it('slices members too', async () => {
    await addPerson(quire, 'Grace', 'MEMBER')
    const { value } = await callTool(quire, 'get_workspace_stats', { offset: 1 })
    assert.equal(items(value['members']).length, 2)
    assert.equal(Number(value['totalPages']), 122)
  })
})
