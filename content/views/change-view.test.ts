import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { changeView, sortValue, subjectsValue, whereValue } from './change-view.ts'
import type { ViewCondition, ViewTest } from './query.ts'
import { readView } from './read-view.ts'

function conditionOf(source: string): ViewCondition | null {
  const read = readView(source)
  assert.ok(read.ok, JSON.stringify(read))
  return read.query.where
}

const status = { key: 'status' }
const test = (given: ViewTest): ViewCondition => ({ kind: 'test', subject: status, test: given })

describe('changeView', () => {
  it('adds, replaces and removes keys, in their order', () => {
    let source = ''
    for (const [changes, expected] of [
      [{ show: 'board' }, 'show: board'],
      [{ group: 'status' }, 'show: board\ngroup: status'],
      [{ columns: ['title', 'due'] }, 'show: board\ngroup: status\ncolumns: [title, due]'],
      [{ group: undefined }, 'show: board\ncolumns: [title, due]'],
      [{ show: 'list', columns: undefined }, 'show: list'],
      [{ show: undefined }, ''],
    ] as const) {
      source = changeView(source, changes)
      assert.equal(source, expected)
    }
  })

  it('leaves comments, blank lines and the style of other lines', () => {
    const source = [
      '# What is open',
      'tag: [task,  "plan"] # both',
      '',
      'where:',
      "    status: {is not: 'Done'}",
      'sort: due',
    ].join('\n')
    const changed = changeView(source, { sort: 'cost desc', show: 'board' })
    for (const line of ['# What is open', '# both', 'sort: cost desc', 'show: board']) {
      assert.ok(changed.includes(line), changed)
    }
    assert.deepEqual(conditionOf(changed), conditionOf(source))
    assert.equal(changeView('# all\n', { show: 'list' }).includes('show: list'), true)
  })

  it('writes names and values that need quotes so that they read back', () => {
    for (const name of ['a: b', '#x', 'null', 'true', '- y', ' z', '5', 'ключ', '"', 'a, b']) {
      const source = changeView('', {
        columns: subjectsValue([{ key: name }]),
        sort: sortValue([{ subject: { key: name }, direction: 'asc' }]),
        where: whereValue({
          kind: 'test',
          subject: { key: name },
          test: { operator: 'is', values: [name] },
        }),
      })
      const read = readView(source)
      assert.ok(read.ok, source)
      assert.deepEqual(read.query.columns, [{ key: name }], source)
      assert.deepEqual(read.query.where, {
        kind: 'test',
        subject: { key: name },
        test: { operator: 'is', values: [name] },
      })
    }
  })
})

describe('sortValue', () => {
  it('is one name, or a list', () => {
    assert.equal(sortValue([]), undefined)
    assert.equal(sortValue([{ subject: status, direction: 'asc' }]), 'status')
    assert.equal(sortValue([{ subject: { field: 'created' }, direction: 'desc' }]), 'created desc')
    assert.deepEqual(
      sortValue([
        { subject: { key: 'a desc' }, direction: 'asc' },
        { subject: { key: 'title' }, direction: 'desc' },
      ]),
      [{ 'a desc': 'asc' }, 'property:title desc'],
    )
  })
})

describe('whereValue', () => {
  it('has a short form for each operator', () => {
    for (const [given, expected] of [
      [{ operator: 'is', values: ['Done'] }, 'Done'],
      [{ operator: 'is', values: ['A', 'B'] }, ['A', 'B']],
      [{ operator: 'is not', values: ['Done'] }, { 'is not': 'Done' }],
      [{ operator: 'is not', values: ['A', 2] }, { 'is not': ['A', 2] }],
      [{ operator: 'contains', text: 'x' }, { contains: 'x' }],
      [{ operator: 'does not contain', text: 'x' }, { 'does not contain': 'x' }],
      [{ operator: 'starts with', text: 'x' }, { 'starts with': 'x' }],
      [{ operator: 'less than', number: 3 }, { 'less than': 3 }],
      [{ operator: 'before', day: 'today' }, { before: 'today' }],
      [{ operator: 'within', days: 'last 7 days' }, { within: 'last 7 days' }],
      [{ operator: 'filled', filled: false }, { filled: false }],
    ] as const satisfies readonly (readonly [object, unknown])[]) {
      // SAFETY: a test of the table above; only its lists are read-only.
      const condition = test(given as unknown as ViewTest)
      assert.deepEqual(whereValue(condition), { status: expected })
      assert.deepEqual(conditionOf(changeView('', { where: whereValue(condition) })), condition)
    }
  })

  it('is nothing without conditions, and a list where a name is there twice', () => {
    assert.equal(whereValue(null), undefined)
    assert.equal(whereValue({ kind: 'all', conditions: [] }), undefined)
    const open = test({ operator: 'is not', values: ['Done'] })
    const doing = test({ operator: 'is', values: ['Doing'] })
    assert.deepEqual(whereValue({ kind: 'all', conditions: [open, doing] }), [
      { status: { 'is not': 'Done' } },
      { status: 'Doing' },
    ])
    assert.deepEqual(whereValue({ kind: 'any', conditions: [open, doing] }), {
      any: [{ status: { 'is not': 'Done' } }, { status: 'Doing' }],
    })
  })
})
