import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { changed, type PageProperties, type Property } from './property-queries.ts'

const property = (key: string, change: Partial<Property> = {}): Property => ({
  key,
  type: 'text',
  value: `value of ${key}`,
  yaml: null,
  ...change,
})

const page = (properties: Property[], change: Partial<PageProperties> = {}): PageProperties => ({
  version: 1,
  source: null,
  properties,
  schema: [],
  sectionId: null,
  errors: [],
  people: [],
  pages: [],
  ...change,
})

const keysOf = ({ properties }: PageProperties) => properties.map(({ key }) => key)
const valueOf = ({ properties }: PageProperties, name: string) =>
  properties.find(({ key }) => key === name)?.value

describe('changed', () => {
  const now = page([property('a'), property('b'), property('c')])

  it('leaves properties that the change does not name', () => {
    assert.deepEqual(changed(now, {}), now)
    assert.deepEqual(changed(now, { remove: ['none'] }), now)
    assert.deepEqual(changed(now, { move: { key: 'none', after: null } }), now)
  })

  it('sets values, with or without a type, and no value', () => {
    const after = changed(now, {
      set: {
        a: 'new',
        b: { type: 'person', value: 'id' },
        c: null,
      },
    })
    assert.equal(valueOf(after, 'a'), 'new')
    assert.equal(valueOf(after, 'b'), 'id')
    assert.equal(after.properties[1]?.type, 'person')
    assert.equal(valueOf(after, 'c'), null)
    assert.deepEqual(keysOf(after), ['a', 'b', 'c'])
  })

  it('keeps lists as lists', () => {
    const after = changed(now, { set: { a: ['x', 'y'] } })
    assert.deepEqual(valueOf(after, 'a'), ['x', 'y'])
  })

  it('adds new keys at the end, with the type of their schema', () => {
    const typed = page([property('a')], { schema: [{ key: 'size', type: 'number' }] })
    const after = changed(typed, { set: { size: 3, other: 'x' } })
    assert.deepEqual(keysOf(after), ['a', 'size', 'other'])
    assert.deepEqual(
      after.properties.map(({ type }) => type),
      ['text', 'number', 'text'],
    )
  })

  it('removes and renames', () => {
    assert.deepEqual(keysOf(changed(now, { remove: ['b'] })), ['a', 'c'])
    const renamed = changed(now, { rename: { b: 'z' } })
    assert.deepEqual(keysOf(renamed), ['a', 'z', 'c'])
    assert.equal(valueOf(renamed, 'z'), 'value of b')
  })

  it('moves a property first, after another one, and last', () => {
    assert.deepEqual(keysOf(changed(now, { move: { key: 'c', after: null } })), ['c', 'a', 'b'])
    assert.deepEqual(keysOf(changed(now, { move: { key: 'a', after: 'b' } })), ['b', 'a', 'c'])
    assert.deepEqual(keysOf(changed(now, { move: { key: 'a', after: 'c' } })), ['b', 'c', 'a'])
  })
})
