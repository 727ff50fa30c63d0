import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { aliasOf, createArgumentReader } from './arguments.ts'

const properties = {
  page: { type: 'string' },
  limit: { type: 'integer' },
  isOpen: { type: 'boolean' },
  icon: { type: ['string', 'null'] },
  parentId: { type: ['string', 'null'], format: 'uuid' },
  names: { type: 'array', items: { type: 'string' } },
  edits: {
    type: 'array',
    items: {
      type: 'object',
      properties: {
        text: { type: 'string' },
        count: { type: 'integer' },
        more: { type: 'string' },
      },
      required: ['text'],
    },
  },
}
const read = createArgumentReader({ properties, required: ['page'] }, Object.keys(properties), {
  aliases: { pageId: 'page' },
  hiddenNames: ['content'],
})

describe('createArgumentReader', () => {
  it('rejects an unknown parameter, and names those that it has as they are listed', () => {
    assert.throws(() => read({ pages: 1 }), {
      code: 'VALIDATION_FAILED',
      message: /^\/pages is not a parameter of this tool; use pageId, limit/,
    })
  })

  it('rejects an unknown field of an item', () => {
    assert.throws(() => read({ edits: [{ text: 'a', txt: 'b' }] }), {
      message: /^\/edits\/0\/txt is not a field of it; use text, count, more/,
    })
  })

  it('takes another name of a parameter, and one that is not listed', () => {
    assert.deepEqual(read({ pageId: 'a', content: {} }), { page: 'a', content: {} })
    assert.equal(aliasOf({ page: 'pageId' }, 'pageId'), 'page')
    assert.equal(aliasOf({ page: 'pageId' }, 'title'), 'title')
  })

  it('drops empty texts and nulls without a meaning', () => {
    const given = { page: '', limit: '', isOpen: null, icon: null, parentId: null }
    assert.deepEqual(read(given), { page: '', icon: null })
    const item = { text: '', count: null, more: '' }
    assert.deepEqual(read({ edits: [item] }), { edits: [{ text: '' }] })
  })

  for (const [given, expected] of [
    [{ limit: '5' }, { limit: 5 }],
    [{ limit: ' 5 ' }, { limit: 5 }],
    [{ limit: '5.0' }, { limit: 5 }],
    [{ limit: '-1' }, { limit: -1 }],
    [{ limit: 'five' }, { limit: 'five' }],
    [{ limit: '5.5' }, { limit: '5.5' }],
    [{ isOpen: 'true' }, { isOpen: true }],
    [{ isOpen: 'False' }, { isOpen: false }],
    [{ isOpen: 'yes' }, { isOpen: 'yes' }],
    [{ page: '5' }, { page: '5' }],
    [{ names: 'one' }, { names: ['one'] }],
    [{ names: '["one","two"]' }, { names: ['one', 'two'] }],
    [{ edits: '[{"text":"a","count":"2"}]' }, { edits: [{ text: 'a', count: 2 }] }],
    [{ edits: 'none' }, { edits: 'none' }],
    [{ edits: [1, null] }, { edits: [1, null] }],
  ] as const) {
    it(`reads ${JSON.stringify(given)} as ${JSON.stringify(expected)}`, () => {
      assert.deepEqual(read(given), expected)
    })
  }
})
