import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { readView } from '../../../content/views/read-view.ts'
import { columnName, isSubject, valuesOf, type ViewColumn } from './view-queries.ts'

function query(source: string) {
  const read = readView(source)
  assert.ok(read.ok, source)
  return read.query
}
const column = (name: string, key: string | null): ViewColumn => {
  return { name, key, type: 'text', options: [] }
}

describe('valuesOf', () => {
  it('has the values that a new page needs to be in the view', () => {
    for (const [source, values] of [
      ['', {}],
      ['where: {status: Doing}', { status: 'Doing' }],
      ['where: {status: Doing, cost: 3, done: true}', { status: 'Doing', cost: 3, done: true }],
      ['where: {all: [{a: 1}, {b: 2}]}', { a: 1, b: 2 }],
      ['tag: "#plan"', { tags: ['plan'] }],
    ] as const) {
      assert.deepEqual(valuesOf(query(source)), values, source)
    }
  })

  it('has none where several would do', () => {
    for (const where of [
      '{status: [Doing, Done]}',
      '{any: [{a: 1}, {b: 2}]}',
      '{status: {is not: Done}}',
      '{cost: {more than: 3}}',
      '{title: Plan}',
    ]) {
      assert.deepEqual(valuesOf(query(`where: ${where}`)), {}, where)
    }
  })
})

describe('columns', () => {
  it('are named as their property, or as the field of a page', () => {
    assert.equal(columnName(column('status', 'status')), 'status')
    assert.equal(columnName(column('property:title', 'title')), 'title')
    assert.equal(columnName(column('updated', null)), 'Changed')
  })

  it('of a property and of a field with its name differ', () => {
    assert.equal(isSubject({ key: 'title' }, column('property:title', 'title')), true)
    assert.equal(isSubject({ key: 'title' }, column('title', null)), false)
    assert.equal(isSubject({ field: 'title' }, column('title', null)), true)
    assert.equal(isSubject({ field: 'title' }, column('property:title', 'title')), false)
  })
})
