import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { AppError, invalidInput } from '../../lib/errors.ts'
import {
  errorResult,
  limitList,
  maxStructuredBytes,
  structuredResult,
  toAppError,
} from './results.ts'

function said(error: AppError): unknown {
  const { content, isError, structuredContent } = errorResult(error)
  assert.deepEqual([isError, structuredContent, content.length], [true, undefined, 1])
  const [block] = content
  const { code, message, ...tags } = block?.type === 'text' ? JSON.parse(block.text) : {}
  assert.match(Object.keys(tags).join(' '), /^<(page-\d{6})> <\/\1>$/)
  return { code, message }
}

describe('refusal', () => {
  it('says every violation in words, and a hint where there is one', () => {
    const wrong = invalidInput([
      { path: '/title', rule: 'required', message: 'is required' },
      { path: '', rule: 'type', message: 'must be object' },
    ])
    const message = 'title is required; the arguments must be object'
    assert.deepEqual(said(wrong), { code: 'VALIDATION_FAILED', message })
    assert.deepEqual(said(new AppError('FILE_NOT_FOUND', 'No file')), {
      code: 'FILE_NOT_FOUND',
      message: 'No file. List files with list_files.',
    })
  })

  it('tells nothing of a failure that is no refusal', () => {
    const error = toAppError(new TypeError('secret detail'))
    assert.deepEqual(said(error), {
      code: 'INTERNAL',
      message: 'Something went wrong on the server. Try again once, then tell the user.',
    })
  })
})

describe('structuredResult', () => {
  it('delimits what people wrote, and says after it how to go on', () => {
    const { content, structuredContent } = structuredResult({ title: 'T', more: 'Call again.' })
    const [block] = content
    assert.ok(block?.type === 'text')
    assert.match(
      block.text,
      /^\{"<(page-\d{6})>":"data","title":"T","<\/\1>":"end","more":"Call again\."\}$/,
    )
    assert.equal(JSON.stringify(structuredContent), block.text)
  })
})

describe('sliceList', () => {
  const list = (count: number, title = 'T') =>
    Array.from({ length: count }, (_, id) => ({ id, title, workspaceId: 'w' }))
  const slice = (items: object[], offset: number, limit: number) =>
    limitList({ items }, 'items', { offset, limit }, 0)

  it('leaves a value without the list as it is', () => {
    const value = { items: 'none' }
    assert.equal(limitList(value, 'items', { offset: 0, limit: 1 }, 0), value)
  })

  it('gives what was asked for, and says where it goes on only when it does', () => {
    assert.deepEqual(slice(list(3), 1, 1), {
      items: [{ id: 1, title: 'T' }],
      more: 'More items: call again with offset 2.',
    })
    assert.deepEqual(slice(list(3), 2, 5), { items: [{ id: 2, title: 'T' }] })
    assert.deepEqual(slice(list(3), 9, 5), { items: [] })
  })

  it('fits every part into its room, and the parts make the whole', () => {
    const items = list(300, '研究🌲'.repeat(20))
    const seen: unknown[] = []
    for (let parts = 0; seen.length < items.length; parts += 1) {
      assert.ok(parts < items.length)
      const part = slice(items, seen.length, 300)
      assert.ok(Buffer.byteLength(JSON.stringify(part)) <= maxStructuredBytes)
      assert.ok(Array.isArray(part['items']))
      seen.push(...part['items'])
    }
    assert.deepEqual(
      seen,
      items.map(({ id, title }) => ({ id, title })),
    )
  })

  it('gives one item even when it alone is too large, so that reading goes on', () => {
    const part = slice(list(2, 'x'.repeat(2 * maxStructuredBytes)), 0, 2)
    assert.equal(part['more'], 'More items: call again with offset 1.')
  })
})
