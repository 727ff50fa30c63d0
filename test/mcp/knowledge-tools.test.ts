import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { callTool, fenced } from '../support/mcp.ts'
import { addPage, markdownOf } from '../support/pages.ts'
import { addPerson } from '../support/people.ts'
import { isPrivate, restrict } from '../support/sections.ts'
import { startServer, type TestServer } from '../support/server.ts'

describe('the tools of the group knowledge', () => {
  let quire: TestServer
  let project: string
  before(async () => {
    quire = await startServer({ rateLimit: 0, publicUrl: 'https://notes.example.com' })
    project = await addPage(quire, 'Project')
    for (const [title, status, cost] of [
      ['Write', 'Doing', 3],
      ['Draw', 'Done', 5],
      ['Print', 'Doing', 4],
    ] as const) {
      await addPage(quire, title, { parentId: project, markdown: '#task' })
      await call('set_properties', { page: title, set: { status, cost } })
    }
  })
  after(() => quire.close())

  const call = (name: string, given: object = {}, key = quire.key) =>
    callTool(quire, name, given, { key })
  const refused = async (name: string, given: object, message: RegExp, key = quire.key) => {
    const { isError, text } = await call(name, given, key)
    assert.equal(isError, true, JSON.stringify(given))
    assert.match(text, message)
  }
  const lines = (text: string) =>
    String(fenced(text))
      .trimEnd()
      .split('\n')
      .slice(1)
      .filter((line) => !line.startsWith('totals: '))
  const titles = (text: string) =>
    lines(text).map((line) => String(JSON.parse(line)['title'] ?? JSON.parse(line)['label']))

  describe('query_view', () => {
    it('refuses what is no view, and pages that the caller cannot read', async () => {
      await refused('query_view', { query: 'sorted: cost' }, /line 1: “sorted” is not part of a/)
      await refused('query_view', { query: 'under: this' }, /pageId is needed|page is needed/)
      await refused('query_view', { query: 'limit: 1', page: 'Nothing' }, /PAGE_NOT_FOUND/)
      await refused('query_view', { group: 'doing' }, /needs a view with a group/)
      await refused('query_view', { limit: 1000 }, /limit must be <= 100/)
      await refused('query_view', { cursor: 'x' }, /must be the nextCursor/)
    })

    it('lists pages with their values, in parts', async () => {
      const query = 'under: this\nsort: cost desc\ncolumns: [title, status, cost]'
      const first = await call('query_view', { query, page: 'Project', limit: 2 })
      assert.match(first.text, /^workspace: .*\npages: 3\nnextCursor: "/)
      assert.match(
        String(fenced(first.text)),
        /^columns: \["title \(text\)","status \(text\)","cost/,
      )
      assert.deepEqual(titles(first.text), ['Draw', 'Print'])
      for (const under of ['Project', '"Project"']) {
        const named = await call('query_view', { query: query.replace('this', under), limit: 2 })
        assert.deepEqual(titles(named.text), ['Draw', 'Print'])
      }
      await refused('query_view', { query: 'under: Nowhere at all' }, /PAGE_NOT_FOUND/)
      const row = JSON.parse(lines(first.text)[0] ?? '')
      assert.deepEqual(row['values'], { status: 'Done', cost: 5 })
      assert.equal(row['url'], `https://notes.example.com/pages/${row['id']}`)
      assert.deepEqual([row['path'], row['updatedBy']], ['Project', 'Ada Lovelace'])
      assert.match(row['updatedAt'], /^\d{4}-/)
      const cursor = /nextCursor: "(.*)"/.exec(first.text)?.[1]
      const rest = await call('query_view', { query, page: project, cursor })
      assert.deepEqual(titles(rest.text), ['Write'])
    })

    it('has groups and totals, and the pages of a group', async () => {
      const query = 'tag: task\ngroup: status\ntotals: {cost: sum}'
      const all = await call('query_view', { query, limit: 1 })
      assert.match(all.text, /totals: \{"cost":\{"sum":12\}\}/)
      const groups = lines(all.text).slice(1)
      assert.deepEqual(
        groups.map((line) => JSON.parse(line)),
        [
          { group: 'doing', label: 'Doing', pages: 2, totals: { cost: { sum: 7 } } },
          { group: 'done', label: 'Done', pages: 1, totals: { cost: { sum: 5 } } },
        ],
      )
      const doing = await call('query_view', { query, group: 'doing' })
      assert.deepEqual(titles(doing.text), ['Write', 'Print'])
    })

    it('names people and pages, and cuts long values', async () => {
      const set = {
        lead: { type: 'person', value: quire.userId },
        see: { type: 'page', value: project },
        note: 'x'.repeat(5000),
      }
      await call('set_properties', { page: 'Write', set })
      const query = 'where: {lead: me}\ncolumns: [lead, see, note]'
      const { values } = JSON.parse(lines((await call('query_view', { query })).text)[0] ?? '')
      assert.equal(values.lead, `Ada Lovelace (${quire.userId})`)
      assert.equal(values.see, `Project (${project})`)
      assert.equal(values.note, `${'x'.repeat(300)}…`)
    })

    it('returns fewer pages if they are long, and goes on after them', async () => {
      const words = Array.from({ length: 30 }, () => 'é'.repeat(300))
      for (let number = 0; number < 6; number += 1) {
        const page = await addPage(quire, `Long ${number}`)
        await call('set_properties', { page, set: { words } })
      }
      const found: string[] = []
      let cursor: string | undefined
      do {
        const query = 'where: {words: {filled: true}}\ncolumns: [title, words]'
        const { text } = await call('query_view', { query, ...(cursor && { cursor }) })
        assert.ok(Buffer.byteLength(text) < 26_000)
        found.push(...titles(text))
        cursor = /nextCursor: "(.*)"/.exec(text)?.[1]
      } while (cursor !== undefined)
      assert.deepEqual(
        found,
        [0, 1, 2, 3, 4, 5].map((number) => `Long ${number}`),
      )
    })

    it('has no page that the caller cannot read', async () => {
      const bob = await addPerson(quire, 'Bob', 'MEMBER')
      const hidden = await addPage(quire, 'Hidden', { markdown: '#task' })
      await restrict(quire, hidden, isPrivate)
      const query = 'tag: task'
      assert.match((await call('query_view', { query })).text, /pages: 4/)
      const seen = await call('query_view', { query }, bob.key)
      assert.match(seen.text, /pages: 3/)
      assert.ok(!seen.text.includes('Hidden'))
    })
  })

  describe('get_properties and set_properties', () => {
    it('refuse pages that are not there, readers and values that do not fit', async () => {
      const vera = await addPerson(quire, 'Vera', 'VIEWER')
      await refused('get_properties', { page: 'Nothing' }, /PAGE_NOT_FOUND/)
      await refused('set_properties', { page: 'Nothing', set: {} }, /PAGE_NOT_FOUND/)
      const set = { status: 'Done' }
      await refused('set_properties', { page: 'Write', set }, /FORBIDDEN/, vera.key)
      await refused('set_properties', { page: 'Write', source: 'a: [' }, /not valid YAML/)
      await refused(
        'set_properties',
        { page: 'Write', set, keys: ['a'] },
        /keys is not a parameter/,
      )
      const person = { lead: { type: 'person', value: 'Ada' } }
      await refused('set_properties', { page: 'Write', set: person }, /lead/)
    })

    it('change keys, and return what is stored with the schema', async () => {
      const page = await addPage(quire, 'Typed', { markdown: 'Text.' })
      await quire.post('/v1/properties/set-schema', {
        workspaceId: quire.workspaceId,
        tag: 'typed',
        definitions: [{ key: 'done', type: 'checkbox', required: true }],
      })
      const source = '# mine\ntags: [typed]\nold: 1\n'
      await call('set_properties', { page, source })
      const { value } = await call('set_properties', {
        page,
        set: '{"status": "Doing"}',
        remove: 'old',
      })
      assert.deepEqual([String(value['title']), Number(value['version'])], ['Typed', 3])
      const { text } = await call('get_properties', { page })
      assert.match(text, /version: 3\n/)
      assert.match(
        String(fenced(text)),
        /^# mine\ntags: \[typed\]\nstatus: Doing\n\n# schema:\n\{"key":"done"/,
      )
      assert.match(String(fenced(text)), /# errors:\n\{"key":"done","error":/)
      assert.equal(await markdownOf(quire, page), 'Text.\n')
    })

    it('try a change without storing it', async () => {
      const page = await addPage(quire, 'Tried')
      const { isError, value } = await call('set_properties', { page, set: { a: 1 }, dryRun: true })
      assert.equal(isError, false)
      assert.equal(String(value['dryRun']), 'true')
      assert.match((await call('get_properties', { page })).text, /# no properties/)
    })
  })

  it('create a page from a template, and open the page of a day', async () => {
    const template = await addPage(quire, 'Meeting', { markdown: '# {{title}}' })
    const { workspaceId } = quire
    await quire.post('/v1/templates/add', { workspaceId, pageId: template })
    const { text } = await call('list_templates')
    assert.match(text, /Meeting/)
    const given = { templateId: 'Meeting', title: 'Monday' }
    const { value } = await call('create_page_from_template', given)
    assert.equal(String(value['title']), 'Monday')
    assert.equal(await markdownOf(quire, String(value['id'])), '# Monday\n')
    await refused('get_daily_page', { date: 'today' }, /date must/)
    const day = await call('get_daily_page', { date: '2026-03-01' })
    assert.equal(String(day.value['title']), '2026-03-01')
    const again = await call('get_daily_page', { date: '2026-03-01' })
    assert.deepEqual(String(again.value['id']), String(day.value['id']))
    const own = await call('get_daily_page', { date: '2026-03-01', sectionId: 'Project' })
    assert.notEqual(String(own.value['id']), String(day.value['id']))
    await refused('get_daily_page', { sectionId: 'Projects' }, /Similar pages: .*Project/)
  })
})
