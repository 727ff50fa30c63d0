import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { addPage, nothing } from '../../support/pages.ts'
import { addPerson, type Person } from '../../support/people.ts'
import { grantOnly } from '../../support/sections.ts'
import { startServer, type TestServer } from '../../support/server.ts'

type Row = {
  id: string
  title: string
  url: string
  isWritable: boolean
  values: Record<string, unknown>
}
type Group = { id: string | null; value: unknown; label: string; pages: number; totals: object }
type Answer = {
  columns: { name: string; key: string | null; type: string; options: { name: string }[] }[]
  rows: Row[]
  nextCursor: string | null
  summary: { pages: number; totals: object; groups: Group[] | null } | null
  people: { id: string; name: string }[]
  pages: { id: string; title: string }[]
}
type Refused = { message: string; errors: { path: string; message: string }[] }

let quire: TestServer
let member: Person
let project: string
const ids = new Map<string, string>()

const path = '/v1/views/query'
const post = <Body>(input: object, key?: string) =>
  quire.post<Body>(path, { workspaceId: quire.workspaceId, ...input }, key)

async function run(query: string | object, extra: object = {}, key?: string): Promise<Answer> {
  const { status, body } = await post<Answer>({ query, ...extra }, key)
  assert.equal(status, 200, JSON.stringify(body))
  return body
}

const titles = async (query: string | object, extra: object = {}, key?: string) =>
  (await run(query, extra, key)).rows.map(({ title }) => title)

/** In alphabetical order. */
const named = async (query: string | object, extra: object = {}, key?: string) =>
  (await titles(query, extra, key)).toSorted()

async function task(title: string, properties: object, extra: object = {}): Promise<string> {
  const pageId = await addPage(quire, title, extra)
  const change = { workspaceId: quire.workspaceId, pageId, set: properties }
  const { status, body } = await quire.post('/v1/pages/set-properties', change)
  assert.equal(status, 200, JSON.stringify(body))
  ids.set(title, pageId)
  return pageId
}

before(async () => {
  quire = await startServer({ rateLimit: 0 })
  member = await addPerson(quire, 'Mona', 'MEMBER')
  project = await addPage(quire, 'Project')
  const parentId = project
  const lead = { type: 'person', value: quire.userId }
  await task(
    'Write',
    { status: 'Doing', cost: 2.5, due: '2026-02-01', done: false, lead },
    { parentId },
  )
  const see = { type: 'page', value: project }
  await task('Draw', { status: 'Done', cost: 10, due: '2026-01-15', done: true, see }, { parentId })
  await task('Plan', { status: 'doing', labels: ['a', 'b'] }, { parentId, markdown: 'An #idea.' })
  await task('Secret', { status: 'Doing', cost: 100, due: '2026-03-01' }, { parentId })
  const writeId = ids.get('Write') ?? ''
  await task(
    'Below',
    { status: 'Next', cost: 1 },
    { parentId: writeId, markdown: 'Rare words: okapi.' },
  )
  await task('Elsewhere', { status: 'Doing', tags: ['idea'], cost: 3 })
  await grantOnly(quire, ids.get('Secret') ?? '', { [quire.userId]: 'manage' })
})
after(() => quire.close())

describe('POST /v1/views/query', () => {
  it('refuses what is no view, with the line, and pages that the reader cannot see', async () => {
    for (const [query, line, words] of [
      ['tag: a\nsorting: b', 2, 'is not part of a view'],
      ['a: [', 1, 'is not valid YAML'],
      ['where:\n  status: {like: x}', 2, 'is no operator'],
    ] as const) {
      const { status, body } = await post<Refused>({ query })
      assert.equal(status, 400)
      assert.equal(body.errors[0]?.path, '/query')
      assert.ok(body.message.includes(`in line ${line}: `) && body.message.includes(words))
    }
    const deep = '[{any: '.repeat(3000)
    for (const [input, field] of [
      [{ query: 7 }, '/query'],
      [{ query: { show: 'chart' } }, '/query'],
      [{ query: 'x'.repeat(8001) }, '/query'],
      [{ query: deep.slice(0, 8000) }, '/query'],
      [{ query: '', timeZone: 'Mars/Base' }, '/timeZone'],
      [{ query: 'under: this' }, '/pageId'],
      [{ query: '', group: 'a' }, '/group'],
      [{ query: '', cursor: 'x' }, '/cursor'],
      [{ query: '', cursor: Buffer.from('[1,{}]').toString('base64url') }, '/cursor'],
      [
        { query: 'sort: cost', cursor: Buffer.from('[1,"a","b"]').toString('base64url') },
        '/cursor',
      ],
      [{ query: '', limit: 101 }, '/limit'],
    ] as const) {
      const { status, body } = await post<Refused>(input)
      assert.equal(status, 400, JSON.stringify(input).slice(0, 80))
      assert.equal(body.errors[0]?.path, field, JSON.stringify(body))
    }
    const secret = ids.get('Secret') ?? ''
    for (const pageId of [nothing, secret]) {
      const under = await post({ query: `under: /pages/${pageId}` }, member.key)
      assert.equal(under.status, 404)
      assert.equal((await post({ query: 'under: this', pageId }, member.key)).status, 404)
    }
    const outsider = await addPerson(quire, 'Otto')
    assert.notEqual((await post({ query: '' }, outsider.key)).status, 200)
  })

  it('finds pages by place, tag, property and words', async () => {
    const under = { pageId: project }
    assert.deepEqual(await named('under: this', under), [
      'Below',
      'Draw',
      'Plan',
      'Secret',
      'Write',
    ])
    const children = 'under: this\nchildren: true\nwhere: {cost: {filled: false}}'
    assert.deepEqual(await named(children, under), ['Plan'])
    assert.deepEqual(await named('tag: "#Idea"'), ['Elsewhere', 'Plan'])
    assert.deepEqual(await named({ tag: ['idea'], where: { status: 'DOING' } }), [
      'Elsewhere',
      'Plan',
    ])
    assert.deepEqual(await named('text: okapi'), ['Below'])
    assert.deepEqual(await named('text: zebra'), [])
    for (const [where, found] of [
      ['{status: [Done, Next]}', ['Below', 'Draw']],
      ['{status: {is not: Doing}, cost: {filled: true}}', ['Below', 'Draw']],
      ['{cost: {more than: 2.5}}', ['Draw', 'Elsewhere', 'Secret']],
      ['{cost: {at least: 2, at most: 3}}', ['Elsewhere', 'Write']],
      ['{due: {before: 2026-02-01}}', ['Draw']],
      ['{due: {until: 2026-02-01}}', ['Draw', 'Write']],
      ['{due: {within: 2026-01}}', ['Draw']],
      ['{due: 2026-03-01}', ['Secret']],
      ['{done: true}', ['Draw']],
      ['{lead: me}', ['Write']],
      [`{see: ${project}}`, ['Draw']],
      ['{labels: b}', ['Plan']],
      ['{status: {contains: ON}}', ['Draw']],
      ['{any: [{done: true}, {labels: a}]}', ['Draw', 'Plan']],
      ['{title: {starts with: EL}}', ['Elsewhere']],
      ['{tags: {filled: true}, created: today}', ['Elsewhere', 'Plan']],
      ['{author: me, status: Next}', ['Below']],
      ['{created: {before: today}}', []],
    ] as const) {
      assert.deepEqual(await named(`where: ${where}`), found, where)
    }
  })

  it('lists pages as they were created, without a sort', async () => {
    const found = await titles('under: this', { pageId: project })
    assert.deepEqual(found, ['Write', 'Draw', 'Plan', 'Secret', 'Below'])
    assert.deepEqual((await titles('sort: title')).slice(0, 2), ['Below', 'Draw'])
    const rows = await run('', { only: 'rows' })
    assert.deepEqual([rows.summary, rows.rows.length], [null, 7])
    const summary = await run('', { only: 'summary' })
    assert.deepEqual([summary.summary?.pages, summary.rows], [7, []])
  })

  it('sorts with empty values last, in parts that fit together, up to its limit', async () => {
    const query = 'sort: [cost desc]\nwhere: {status: {filled: true}}'
    const all = ['Secret', 'Draw', 'Elsewhere', 'Write', 'Below', 'Plan']
    assert.deepEqual(await titles(query), all)
    const found: string[] = []
    let cursor: string | null = null
    do {
      const part: Answer = await run(query, { limit: 2, ...(cursor === null ? {} : { cursor }) })
      assert.equal(part.summary === null, cursor !== null)
      found.push(...part.rows.map(({ title }) => title))
      cursor = part.nextCursor
    } while (cursor !== null)
    assert.deepEqual(found, all)
    const limited = await run(`${query}\nlimit: 3`, { limit: 2 })
    const rest = await run(`${query}\nlimit: 3`, { limit: 2, cursor: limited.nextCursor })
    assert.deepEqual([rest.rows.length, rest.nextCursor], [1, null])
    assert.deepEqual((await titles('sort: due')).slice(0, 3), ['Draw', 'Write', 'Secret'])
  })

  it('returns typed values, with the names of people and pages', async () => {
    const columns = '[title, status, cost, due, done, lead, see, labels, tags, author]'
    const answer = await run(`columns: ${columns}\nunder: /pages/${project}`)
    const types = answer.columns.map(({ type }) => type)
    assert.deepEqual(types.slice(1, 8), [
      'text',
      'number',
      'date',
      'checkbox',
      'person',
      'page',
      'multi-select',
    ])
    const row = (title: string) => answer.rows.find((one) => one.title === title)
    const { values, url, isWritable } = row('Write') ?? assert.fail()
    assert.deepEqual([url, isWritable], [`/pages/${ids.get('Write')}`, true])
    assert.deepEqual(
      [values['cost'], values['due'], values['done'], values['lead'], values['see']],
      [2.5, '2026-02-01', false, quire.userId, null],
    )
    assert.deepEqual(row('Plan')?.values['labels'], ['a', 'b'])
    assert.deepEqual(row('Plan')?.values['tags'], ['idea'])
    assert.ok(answer.people.some(({ id }) => id === quire.userId))
    assert.deepEqual(
      answer.pages.map(({ title }) => title),
      ['Project'],
    )
  })

  it('groups and adds up', async () => {
    const query =
      'group: status\ntotals: {cost: [sum, average, filled], title: count, due: [min, max]}'
    const { summary } = await run(`${query}\nwhere: {status: {filled: true}}`)
    assert.deepEqual(summary?.totals, {
      cost: { sum: 116.5, average: 23.3, filled: 5 },
      title: { count: 6 },
      due: { min: '2026-01-15', max: '2026-03-01' },
    })
    const groups = summary?.groups?.map(({ id, pages }) => [id, pages])
    assert.deepEqual(groups, [
      ['doing', 4],
      ['done', 1],
      ['next', 1],
    ])
    assert.deepEqual(await titles('group: status', { group: 'next' }), ['Below'])
    assert.ok((await titles('group: status', { group: null })).includes('Project'))
    const byLead = (await run('group: lead')).summary?.groups ?? []
    assert.equal(byLead[0]?.value, quire.userId)
    assert.notEqual(byLead[0]?.label, quire.userId)
    const byTag = (await run('group: tags')).summary?.groups ?? []
    assert.deepEqual(byTag.map(({ label, pages }) => [label, pages])[0], ['idea', 2])
  })

  it('takes types and the order of groups from the schema of the section or tag', async () => {
    const { workspaceId } = quire
    const definitions = [
      {
        key: 'status',
        type: 'select',
        options: ['Next', 'Doing', 'Never', 'Done'].map((name) => ({ name })),
      },
      { key: 'cost', type: 'text' },
    ]
    const changed = await quire.post('/v1/properties/set-schema', { workspaceId, definitions })
    assert.equal(changed.status, 200)
    const { columns, rows, summary } = await run('group: status\nwhere: {status: {filled: true}}')
    assert.deepEqual(
      columns.map(({ name, type }) => `${name} ${type}`),
      ['title text', 'status select', 'cost text'],
    )
    assert.equal(rows.find(({ title }) => title === 'Write')?.values['cost'], '2.5')
    const groups = summary?.groups?.map(({ label, pages }) => `${label} ${pages}`)
    assert.deepEqual(groups, ['Next 1', 'Doing 4', 'Never 0', 'Done 1'])
    await quire.post('/v1/properties/set-schema', { workspaceId, definitions: [] })
  })

  it('shows rows, counts, groups and totals as far as the reader can read', async () => {
    const query = 'group: status\ntotals: {cost: sum}\nwhere: {status: {filled: true}}'
    const { summary, rows } = await run(query, {}, member.key)
    assert.ok(!rows.some(({ title }) => title === 'Secret'))
    assert.equal(summary?.pages, 5)
    assert.deepEqual(summary.totals, { cost: { sum: 16.5 } })
    assert.deepEqual(
      summary.groups?.map(({ pages }) => pages),
      [3, 1, 1],
    )
    const viewer = await addPerson(quire, 'Vito', 'VIEWER')
    assert.equal(
      (await run(query, {}, viewer.key)).rows.some(({ isWritable }) => isWritable),
      false,
    )
  })
})
