import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { AppError } from '../lib/errors.ts'
import { Type } from '../lib/json/type.ts'
import * as fields from './fields.ts'
import { listOperations } from './index.ts'
import { createParser } from './parse.ts'

const id = '01890000-0000-7000-8000-00000000ABCD'
const parse = createParser(
  Type.Object({
    pageId: fields.pageId,
    title: Type.String({ maxLength: 3 }),
    role: Type.Optional(fields.oneOf(['A', 'B'], 'One of two.')),
    content: Type.Optional(Type.String({ format: 'base64' })),
    limit: fields.limit,
  }),
)

function violations(input: unknown) {
  try {
    parse(input)
  } catch (error) {
    assert.ok(error instanceof AppError)
    return error.violations?.map(({ path, message }) => `${path} ${message}`)
  }
  return assert.fail('was accepted')
}

describe('createParser', () => {
  it('knows every format of the operations', (t) => {
    const warned = t.mock.method(console, 'warn', () => undefined)
    for (const { input } of listOperations()) {
      try {
        createParser(input)({})
      } catch (error) {
        assert.ok(error instanceof AppError)
      }
    }
    assert.deepEqual(
      warned.mock.calls.map(({ arguments: [message] }) => String(message)),
      [],
    )
  })

  it('refuses what is no object', () => {
    for (const input of [undefined, null, [], 'text', 1]) {
      assert.deepEqual(violations(input), [' must be object'])
    }
  })

  it('lists everything that is wrong at once', () => {
    assert.deepEqual(violations({ title: 'long', role: 'C', content: '%', limit: 0 })?.toSorted(), [
      '/content must be base64 text',
      '/limit must be >= 1',
      '/pageId is required',
      '/role must be one of A,B',
      '/title must NOT have more than 3 characters',
    ])
  })

  it('coerces nothing', () => {
    assert.deepEqual(violations({ pageId: 7, title: null, limit: '5' })?.toSorted(), [
      '/limit must be integer',
      '/pageId must be string',
      '/title must be string',
    ])
    assert.deepEqual(violations({ pageId: `${id} `, title: '' }), ['/pageId must be a UUID'])
  })

  it('drops what is not declared, also what every object has', () => {
    const input: unknown = JSON.parse(`{"pageId":"${id}","title":"t","more":1,"toString":2}`)
    assert.deepEqual(Object.keys(parse(input)), ['pageId', 'title'])
  })

  it('takes a whole number beyond what a store holds for the largest it does', () => {
    const read = createParser(Type.Object({ offset: fields.offset }))
    for (const offset of [2 ** 31, 2 ** 53, 2 ** 63, 1e308]) {
      assert.deepEqual(read({ offset }), { offset: 2 ** 31 - 1 })
    }
    assert.deepEqual(read({ offset: 2 ** 31 - 1 }), { offset: 2 ** 31 - 1 })
    for (const offset of [-1, 0.5, '1']) assert.throws(() => read({ offset }))
  })

  it('writes ids in lower case, and other texts so that they can be stored', () => {
    const parsed = parse({ pageId: id, title: 'A\0\uD800', content: 'QUI=' })
    assert.deepEqual(parsed, { pageId: id.toLowerCase(), title: 'A\uFFFD\uFFFD', content: 'QUI=' })
  })

  it('counts characters, not halves of them', () => {
    assert.equal(parse({ pageId: id, title: '🌲🌲🌲' })['title'], '🌲🌲🌲')
  })
})
