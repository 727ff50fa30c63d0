import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { encode } from 'gpt-tokenizer/encoding/o200k_base'
import { callTool, fenced, items, type ToolResult } from '../support/mcp.ts'
import { addPage, markdownOf, titlesUnder } from '../support/pages.ts'
import { addWorkspace } from '../support/people.ts'
import { startServer, type TestServer } from '../support/server.ts'

/** Calls and tokens (arguments, results) of the same tasks in the review of 2026-11-22; without them it was impossible or not counted. */
type Before = { calls: number; given: number; read: number }
type Row = { task: string; before: Before | undefined; calls: number; tokens: number }

const rows: Row[] = []

describe('fourteen tasks of an agent', () => {
  let quire: TestServer
  before(async () => {
    quire = await startServer({ rateLimit: 0 })
  })
  after(async () => {
    process.stdout.write(`${table()}\n`)
    await quire.close()
  })

  /** A task: its tool calls are counted, and none may fail unless that is expected. */
  function task(
    name: string,
    earlier: Before | undefined,
    run: (call: Call) => Promise<void>,
  ): void {
    void it(name, async () => {
      const row: Row = { task: name, before: earlier, calls: 0, tokens: 0 }
      await run(async (tool, given, expected = 'done') => {
        const result = await callTool(quire, tool, given)
        row.calls += 1
        row.tokens += encode(JSON.stringify({ name: tool, arguments: given })).length
        row.tokens += encode(result.text).length
        assert.equal(result.isError, expected === 'refused', `${tool}: ${result.text}`)
        return result
      })
      rows.push(row)
      if (earlier === undefined) return
      assert.ok(row.calls <= earlier.calls, `${row.calls} calls`)
      assert.ok(row.tokens <= earlier.given + earlier.read, `${row.tokens} tokens`)
    })
  }
  const add = (title: string, markdown = '', ownership = 'TEXT') =>
    addPage(quire, title, { markdown, ownership })
  const body = (pageId: string) => markdownOf(quire, pageId)

  task(
    'find a sentence in a page of 55,000 characters',
    { calls: 4, given: 80, read: 15_400 },
    async (call) => {
      const filler = 'The handbook describes the usual procedure in detail. '.repeat(7)
      const sections = Array.from(
        { length: 120 },
        (_, number) => `## Part ${number}\n\n${filler}\n\n`,
      )
      sections.splice(80, 0, '## Lamps\n\nThe lamp oil is kept in the blue cellar.\n\n')
      await add('Handbook', sections.join(''))
      const found = await call('search_pages', { query: '"lamp oil" cellar', limit: 1 })
      const [hit] = items(found.value['results'])
      assert.match(String(fenced(String(hit?.['content']))), /blue cellar/)
      const block = Number(hit?.['blockNumber'])
      const { text } = await call('get_page', { page: 'Handbook', block })
      assert.match(String(fenced(text)), /^## Lamps\n\nThe lamp oil .*\n\n## Part 80\n$/)
    },
  )

  task('edit a section', { calls: 4, given: 135, read: 643 }, async (call) => {
    const markdown =
      '## Deploy\n\nOld intro.\n\n### Checklist\n\n- [ ] Tell support\n\n## Contacts\n\nAda\n'
    const pageId = await add('Runbook', markdown)
    const { text } = await call('get_page', { page: 'Runbook', heading: 'Deploy' })
    const expectedVersion = Number(/^version: (\d+)$/m.exec(text)?.[1])
    const edit = { page: 'Runbook', mode: 'section', heading: 'Deploy', text: 'New intro.' }
    const { value } = await call('edit_page', { ...edit, expectedVersion })
    assert.deepEqual(value['removed'], { blocks: 1, words: 1 })
    assert.equal(await body(pageId), markdown.replace('Old', 'New'))
  })

  task('append to a log', { calls: 3, given: 100, read: 483 }, async (call) => {
    const pageId = await add('Log', '- 20\n- 21\n')
    await call('edit_page', { page: 'Log', mode: 'append', text: '- 22' })
    assert.equal(await body(pageId), '- 20\n- 21\n- 22\n')
  })

  task(
    'create a tree of five pages with links',
    { calls: 7, given: 543, read: 646 },
    async (call) => {
      const parts = ['Travel', 'Hardware', 'Security', 'Leave']
      const pages = [
        { key: 'top', title: 'Company', markdown: 'Everything for a start.' },
        ...parts.map((title) => ({ title, parent: '#top', markdown: 'Part of [Company](#top).' })),
      ]
      const { value } = await call('create_pages', { pages })
      const [top] = items(value['pages']).map(({ id }) => String(id))
      assert.deepEqual(await titlesUnder(quire, top), parts)
      const last = items(value['pages']).at(-1)
      assert.match(await body(String(last?.['id'])), new RegExp(`\\(/pages/${top}\\)`))
    },
  )

  task('move a page', { calls: 6, given: 324, read: 734 }, async (call) => {
    const parent = await add('Archive')
    await add('Old plan')
    await call('move_page', { page: 'Old plan', parent: 'Archive' })
    assert.deepEqual(await titlesUnder(quire, parent), ['Old plan'])
  })

  task('attach a file', { calls: 5, given: 221, read: 449 }, async (call) => {
    await add('Invoices')
    const contentBase64 = Buffer.from('a,b\n1,2\n').toString('base64')
    await call('add_file', { page: 'Invoices', name: 'sums.csv', contentBase64 })
    const { value } = await callTool(quire, 'list_files', { page: 'Invoices' })
    assert.deepEqual(
      items(value['files']).map(({ name, mimeType }) => [String(name), String(mimeType)]),
      [['sums.csv', 'text/csv']],
    )
  })

  task('read a skill and follow it', { calls: 4, given: 102, read: 622 }, async (call) => {
    await add('Release notes', 'Write a page named "Notes {{version}}".', 'SKILL')
    const listed = await call('list_skills', {})
    const [skill] = items(listed.value['pages'])
    assert.match(String(skill?.['description']), /^Write a page named/)
    const { text } = await call('get_page', { page: 'Release notes' })
    assert.match(String(fenced(text)), /Notes \{\{version\}\}/)
    await call('create_page', { title: 'Notes 3', markdown: 'Done.' })
  })

  task('tick a task', { calls: 2, given: 90, read: 305 }, async (call) => {
    const pageId = await add('Shopping', '- [ ] Milk\n- [ ] Bread\n')
    const tick = { page: 'Shopping', mode: 'replace', find: '[ ] Milk', text: '[x] Milk' }
    const { value } = await call('edit_page', tick)
    assert.deepEqual(value['added'], { blocks: 1, tasks: 1 })
    assert.equal(await body(pageId), '- [x] Milk\n- [ ] Bread\n')
  })

  task('move a card', { calls: 5, given: 184, read: 631 }, async (call) => {
    const markdown = '## To do\n\n- [ ] Paint\n- [ ] Sand\n\n## Done\n'
    const created = await callTool(quire, 'create_page', {
      title: 'House',
      type: 'board',
      markdown,
    })
    await call('move_card', { page: 'House', card: 'Paint', column: 'Done' })
    assert.equal(
      await body(String(created.value['id'])),
      '## To do\n\n- [ ] Sand\n\n## Done\n\n- [ ] Paint\n',
    )
  })

  task('comment and resolve', { calls: 5, given: 228, read: 401 }, async (call) => {
    await add('Offer', 'We start on Monday.')
    const question = { page: 'Offer', markdown: 'Which one?', quote: 'Monday' }
    const { value } = await call('create_comment', question)
    const parentId = String(value['commentId'])
    await call('create_comment', { page: 'Offer', markdown: 'The third.', parentId })
    await call('resolve_comment', { commentId: parentId, resolved: true })
    const open = await callTool(quire, 'list_comments', { page: 'Offer' })
    assert.equal(Number(open.value['total']), 0)
  })

  task('meet a conflict', { calls: 3, given: 84, read: 255 }, async (call) => {
    const pageId = await add('Minutes', 'One.')
    const { workspaceId } = quire
    await quire.post('/v1/pages/update', { workspaceId, pageId, title: 'Minutes of May' })
    const edit = { page: pageId, markdown: 'Two.' }
    const title = { ...edit, title: 'May', expectedVersion: 1 }
    const refused = await call('update_page', title, 'refused')
    assert.equal(refused.value['code'], 'VERSION_CONFLICT')
    assert.match(String(refused.value['message']), /version 2 by Ada Lovelace \(api\)/)
    assert.match(String(refused.value['message']), /changed title/)
    await call('update_page', { ...edit, expectedVersion: 2 })
    assert.equal(await body(pageId), 'Two.\n')
  })

  task('undo an edit of its own', undefined, async (call) => {
    const pageId = await add('Poem', 'Roses are red.')
    const edit = { page: pageId, mode: 'replace', find: 'red', text: 'blue' }
    const { value } = await callTool(quire, 'edit_page', edit)
    const version = Number(value['version']) - 1
    await call('restore_page', { page: 'Poem', version })
    assert.equal(await body(pageId), 'Roses are red.\n')
  })

  task('learn what changed', undefined, async (call) => {
    const since = new Date(Date.now() - 86_400_000).toISOString()
    const { value } = await call('list_changes', { since, by: 'me', under: 'Company' })
    const titles = items(value['changes']).map(({ title }) => String(title))
    assert.deepEqual(titles, ['Company', 'Travel', 'Hardware', 'Security', 'Leave'])
  })

  task('write to another workspace', undefined, async (call) => {
    const workspaceId = await addWorkspace(quire, 'Operations')
    const { value } = await call('create_page', { title: 'On call', workspaceId: 'operations' })
    assert.equal(value['workspace'], 'Operations')
    assert.deepEqual(await titlesUnder({ ...quire, workspaceId }), ['On call'])
  })

  it('take at most half of the calls and tokens that they took', () => {
    const old = rows.flatMap((row) => row.before ?? [])
    const sum = (numbers: readonly number[]) => numbers.reduce((total, one) => total + one, 0)
    assert.equal(rows.length, 14)
    assert.ok(sum(rows.map(({ calls }) => calls)) * 2 <= sum(old.map(({ calls }) => calls)))
    const tokens = sum(old.map(({ given, read }) => given + read))
    assert.equal(tokens, 22_660)
    assert.ok(sum(rows.map((row) => row.tokens)) * 2 <= tokens)
  })
})

type Call = (tool: string, given: object, expected?: 'done' | 'refused') => Promise<ToolResult>

function table(): string {
  const total = { task: 'all', calls: 0, tokens: 0, before: { calls: 0, given: 0, read: 0 } }
  for (const { calls, tokens, before: earlier } of rows) {
    total.calls += calls
    total.tokens += tokens
    total.before.calls += earlier?.calls ?? 0
    total.before.read += (earlier?.given ?? 0) + (earlier?.read ?? 0)
  }
  const lines = [...rows, total].map(({ task, calls, tokens, before: earlier }) => {
    const old = earlier && `${earlier.calls} calls, ${earlier.given + earlier.read} tokens`
    return `${task}: ${calls} calls, ${tokens} tokens (before: ${old ?? 'not possible'})`
  })
  return lines.join('\n')
}
