import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { changeView, sortValue, whereValue } from './change-view.ts'
import { dayOf, daysOf } from './days.ts'
import { nameOf, subjectOf, type ViewQuery } from './query.ts'
import { readView, readViewValue } from './read-view.ts'

const pageId = '01999999-0000-7000-8000-000000000001'
const tuesday = Date.UTC(2026, 1, 3) / 86_400_000

function query(source: string): ViewQuery {
  const read = readView(source)
  assert.ok(read.ok, JSON.stringify(read))
  return read.query
}

function problems(source: string): string[] {
  const read = readView(source)
  assert.ok(!read.ok, source)
  return read.problems.map(({ line, message }) => `${line}: ${message}`)
}

const iso = (day: number) => new Date(day * 86_400_000).toISOString().slice(0, 10)
const span = (text: string) => {
  const days = daysOf(text, tuesday)
  return days === undefined ? undefined : `${iso(days.from)} ${iso(days.until)}`
}

describe('readView', () => {
  it('names the line and what to write instead', () => {
    for (const [source, line, words] of [
      ['tag: a\nsorted: b', 2, '“sorted” is not part of a view.'],
      ['tag: a\ntag: b', 2, 'has the key tag twice'],
      ['a: [', 1, 'is not valid YAML'],
      ['- a', 1, 'A view is a mapping'],
      ['under: elsewhere', 1, '“under” needs this'],
      ['children: true', 1, '“children” needs “under”'],
      ['under: this\nchildren: 1', 2, 'needs true or false'],
      ['where:\n  status: {like: a}', 2, '“like” is no operator'],
      ['where:\n  status:', 2, '“status” needs a value'],
      ['where:\n  cost: {more than: many}', 2, 'needs a number'],
      ['where:\n  due: {before: someday}', 2, '“someday” is no day'],
      ['where:\n  due: {within: 2026-02-31}', 2, 'names no days'],
      ['where: Done', 1, 'A condition is a property and its value'],
      ['where:\n  title: {more than: 3}', 2, 'title cannot be tested with “more than”'],
      ['where:\n  created: Done', 2, 'created needs days'],
      ['updated: recently', 1, 'names no days'],
      ['sort: tags', 1, 'cannot be sorted by tags'],
      ['sort: [a, b, c, d]', 1, 'at most 3 sorts'],
      ['sort: {due: down}', 1, 'is asc or desc'],
      ['group: created', 1, 'cannot be grouped by created'],
      ['totals: sum', 1, 'needs at most 12 lines'],
      ['totals: {cost: most}', 1, 'A total is one of'],
      ['totals: {title: sum}', 1, 'only has the total count'],
      ['show: chart', 1, 'needs one of: table, board, list'],
      ['limit: 0', 1, 'needs a number from 1'],
      ['text: ""', 1, 'needs a text'],
      ['constructor: 1', 1, 'is not part of a view'],
    ] as const) {
      const [first = ''] = problems(source)
      assert.ok(first.startsWith(`${line}: `) && first.includes(words), `${source}\n${first}`)
    }
    assert.equal(problems('show: chart\nlimit: 0\nnothing: 1').length, 3)
    assert.match(problems('a'.repeat(9000))[0] ?? '', /at most 8000/)
    assert.match(problems(`where: ${'{any: ['.repeat(9)}${']}'.repeat(9)}`)[0] ?? '', /nested/)
  })

  it('reads all pages from an empty text, and every key', () => {
    assert.deepEqual(query(''), query('# all pages'))
    assert.deepEqual(readViewValue({}), readView(''))
    const source = [
      `under: "[Plans](/pages/${pageId})"`,
      'children: true',
      'tag: ["#Plan", idea]',
      'where:',
      '  status: [Doing, Next]',
      '  due: {from: today, before: in 2 weeks}',
      '  any:',
      '    - lead: me',
      '    - cost: {more than: 5}',
      'text: launch',
      'created: last 7 days',
      'sort: [due, cost desc]',
      'columns: [title, "property:title"]',
      'group: status',
      'totals: {cost: [sum, average], title: count}',
      'show: board',
      'limit: 10',
    ].join('\n')
    const read = query(source)
    assert.deepEqual(read.under, { pageId })
    assert.deepEqual(read.tags, ['Plan', 'idea'])
    assert.deepEqual(read.columns, [{ field: 'title' }, { key: 'title' }])
    assert.deepEqual(read.sort, [
      { subject: { key: 'due' }, direction: 'asc' },
      { subject: { key: 'cost' }, direction: 'desc' },
    ])
    assert.equal(read.where?.kind, 'all')
    assert.deepEqual(
      [read.children, read.text, read.show, read.limit, read.group],
      [true, 'launch', 'board', 10, { key: 'status' }],
    )
    assert.deepEqual(read.totals[0]?.kinds, ['sum', 'average'])
  })

  it('takes under as an ID, an address or a link', () => {
    for (const under of [pageId, `/pages/${pageId}`, `https://a.example/pages/${pageId}#b`]) {
      assert.deepEqual(query(`under: ${under}`).under, { pageId })
    }
    assert.equal(query('under: this').under, 'this')
  })

  it('writes names that read back', () => {
    for (const subject of [{ key: 'title' }, { field: 'title' }, { key: 'any' }, { key: 'a' }]) {
      assert.deepEqual(subjectOf(nameOf(subject as ReturnType<typeof subjectOf>)), subject)
    }
  })
})

describe('days', () => {
  it('are words, dates and spans', () => {
    assert.equal(span('today'), '2026-02-03 2026-02-04')
    assert.equal(span('last 7 days'), '2026-01-28 2026-02-04')
    assert.equal(span('next 2 weeks'), '2026-02-03 2026-02-17')
    assert.equal(span('this week'), '2026-02-02 2026-02-09')
    assert.equal(span('last month'), '2026-01-01 2026-02-01')
    assert.equal(span('this year'), '2026-01-01 2027-01-01')
    assert.equal(span('2026-02'), '2026-02-01 2026-03-01')
    assert.equal(span('2026-01-01 to 2026-01-31'), '2026-01-01 2026-02-01')
    assert.equal(span('1 month ago'), '2026-01-03 2026-01-04')
    assert.equal(iso(dayOf('1 month ago', Date.UTC(2026, 2, 31) / 86_400_000) ?? 0), '2026-02-28')
    for (const text of ['', 'someday', '2026-13-01', '2026-02-30', 'last 0 days', 'b to a']) {
      assert.equal(span(text), undefined, text)
    }
    assert.equal(dayOf('2026-02-03T12:00', 0), tuesday + 0.5)
  })
})

describe('changeView', () => {
  it('changes one key: comments, order and other lines stay', () => {
    const source = '# Open\ntag: plan # mine\nshow: list'
    const changed = changeView(source, { show: 'board', sort: 'due desc' })
    assert.equal(changed, '# Open\ntag: plan # mine\nshow: board\nsort: due desc')
    assert.equal(changeView('show: list', { show: undefined }), '')
    assert.equal(changeView('', { columns: ['title', 'due'] }), 'columns: [title, due]')
  })

  it('writes conditions and sorts that read back', () => {
    for (const where of [
      '{status: Done}',
      '{status: [A, B], due: {before: today}}',
      '{any: [{status: A}, {status: B}]}',
      '{any: [{all: [{a: 1}, {a: {is not: 2}}]}, {b: {filled: false}}]}',
      '[{a: {from: today}}, {a: {until: in 3 days}}]',
      '{"property:any": [1, 2], done: true, note: {contains: x}, n: {at least: 3}}',
    ]) {
      const read = query(`where: ${where}`)
      const written = changeView('', { where: whereValue(read.where) })
      assert.deepEqual(query(written), read, written)
    }
    const sorted = query('sort: [{a desc: asc}, b desc]')
    assert.deepEqual(query(changeView('', { sort: sortValue(sorted.sort) })), sorted)
  })
})
