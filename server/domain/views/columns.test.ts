import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { readView } from '../../../content/views/read-view.ts'
import type { PropertyType } from '../../lib/property-types.ts'
import type { views } from '../../store/index.ts'
import { cellOf, columnsOf, type KeyTypes } from './columns.ts'
import { namedIn, type ViewPage } from './pages.ts'

const schema = [
  { key: 'status', type: 'select' as const, options: [{ name: 'Done' }] },
  { key: 'due', type: 'date' as const },
]
const types: KeyTypes = {
  schema,
  of: async (key) => {
    const found = schema.find((one) => one.key === key)
    return { type: found?.type ?? 'text', options: found?.options ?? [] }
  },
}

async function columns(source: string) {
  const read = readView(source)
  assert.ok(read.ok, source)
  return columnsOf(read.query, types)
}
const names = async (source: string) => (await columns(source)).map(({ name }) => name)

describe('columnsOf', () => {
  it('are those of the query, each once', async () => {
    assert.deepEqual(await names('columns: [due, title, due, tags]'), ['due', 'title', 'tags'])
    const [author, title] = await columns('columns: [author, "property:title"]')
    assert.deepEqual(author, { name: 'author', key: null, type: 'person', options: [] })
    assert.deepEqual(title, { name: 'property:title', key: 'title', type: 'text', options: [] })
  })

  it('are the title, what the query names, and the schema without a list', async () => {
    assert.deepEqual(await names(''), ['title', 'status', 'due'])
    const query =
      'sort: cost\nwhere: {any: [{lead: me}, {tags: a}]}\ngroup: team\ntotals: {hours: sum}'
    assert.deepEqual(await names(query), [
      'title',
      'team',
      'lead',
      'tags',
      'cost',
      'hours',
      'status',
      'due',
    ])
    const many = Array.from({ length: 20 }, (_, index) => `{k${index}: 1}`)
    assert.equal((await names(`where: [${many.join(', ')}]`)).length, 12)
  })

  it('have the type and the options of the schema', async () => {
    const [status] = await columns('columns: [status]')
    assert.deepEqual(status, {
      name: 'status',
      key: 'status',
      type: 'select',
      options: [{ name: 'Done' }],
    })
  })
})

describe('cellOf', () => {
  const value = (type: PropertyType, text: string, extra: Partial<views.PageValue> = {}) => {
    return { pageId: '', key: 'a', type, item: 0, text, value: null, number: null, ...extra }
  }

  it('shows values as they were written', () => {
    const written = value('text', 'été', { value: 'ÉTÉ' })
    assert.equal(cellOf('text', [written]), 'ÉTÉ')
    assert.equal(cellOf('text', []), null)
    assert.equal(cellOf('number', [value('number', '2.5', { number: 2.5 })]), 2.5)
    assert.equal(cellOf('checkbox', [value('checkbox', 'true', { number: 1 })]), true)
    assert.equal(cellOf('checkbox', [value('checkbox', 'false', { number: 0 })]), false)
    const day = value('date', '2026-02-03', { number: 20_487 })
    assert.equal(cellOf('date', [day]), '2026-02-03')
  })

  it('shows a value of another type as its text', () => {
    assert.equal(cellOf('number', [value('text', 'many')]), 'many')
    assert.equal(cellOf('select', [value('number', '5', { number: 5 })]), '5')
  })

  it('is a list for several values, and where lists are usual', () => {
    const values = [value('text', 'a'), value('text', 'b', { item: 1 })]
    assert.deepEqual(cellOf('text', values), ['a', 'b'])
    assert.deepEqual(cellOf('multi-select', values.slice(0, 1)), ['a'])
    assert.deepEqual(cellOf('multi-select', []), [])
  })
})

describe('namedIn', () => {
  it('has the people and pages of the cells', async () => {
    const column = (name: string, type: PropertyType) => ({ name, key: name, type, options: [] })
    const page = (values: ViewPage['values']): ViewPage => {
      const fields = { id: '', title: '', icon: null, version: 1, ancestors: [] }
      return { ...fields, isWritable: true, values }
    }
    const found = namedIn(
      [page({ lead: 'p1', see: ['q1', 'q2'], note: 'n' }), page({ lead: ['p1', 'p2'], see: null })],
      [column('lead', 'person'), column('see', 'page'), column('note', 'text')],
    )
    assert.deepEqual([...found.people], ['p1', 'p2'])
    assert.deepEqual([...found.pages], ['q1', 'q2'])
  })
})
