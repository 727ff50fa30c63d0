import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { createIgnoredFinder } from '../../../server/operations/ignored-fields.ts'
import { create } from '../../../server/operations/pages/pages.ts'
import { addComment, addPage, markdownOf } from '../../support/pages.ts'
import { startServer, type TestServer } from '../../support/server.ts'

describe('Quire-Ignored-Fields', () => {
  let quire: TestServer
  before(async () => {
    quire = await startServer()
  })
  after(() => quire.close())

  const ask = async (path: string, input: object) => {
    const { status, headers } = await quire.post(path, { workspaceId: quire.workspaceId, ...input })
    return { status, ignored: headers['quire-ignored-fields'] }
  }

  it('is not there when every field is known, nor where there is no body', async () => {
    const pageId = await addPage(quire, 'Known', { markdown: '# Known' })
    const document = { type: 'doc', content: [{ type: 'paragraph', attrs: { textAlign: null } }] }
    const { status, ignored } = await ask('/v1/pages/update', { pageId, content: document })
    assert.deepEqual([status, ignored], [200, undefined])
    const { headers } = await quire.get('/v1/workspaces')
    assert.equal(headers['quire-ignored-fields'], undefined)
  })

  it('names the slips that pass for a success', async () => {
    const pageId = await addPage(quire, 'Slips', { markdown: 'Kept.' })
    const update = await ask('/v1/pages/update', { pageId, markdown: '# replaced' })
    assert.deepEqual(update, { status: 200, ignored: 'markdown' })
    const move = await ask('/v1/pages/move', { pageId, parentId: pageId })
    assert.deepEqual(move, { status: 200, ignored: 'parentId' })
    const create = await ask('/v1/pages/create', { title: 'New', markdonw: 'x' })
    assert.deepEqual(create, { status: 200, ignored: 'markdonw' })
    assert.equal((await markdownOf(quire, pageId)).trim(), 'Kept.')
  })

  it('names them also when the body is refused, so that a misspelt field is seen', async () => {
    assert.deepEqual(await ask('/v1/pages/create', { titel: 'x' }), {
      status: 400,
      ignored: 'titel',
    })
  })

  it('encodes names, and points into fields', async () => {
    const pageId = await addPage(quire, 'Quoted', { markdown: 'Words to quote.' })
    await addComment(quire, pageId)
    const quote = { text: 'Words', 'a/b': 1 }
    const { status, ignored } = await ask('/v1/comments/create', {
      pageId,
      markdown: 'Hm.',
      quote,
      'cheap, ж\r\nSet-Cookie: x': 1,
      __proto__x: 1,
      '': 1,
      '\ud800': 1,
    })
    assert.equal(status, 200)
    assert.equal(
      ignored,
      '/quote/a%2Fb, cheap%2C%20%D0%B6%0D%0ASet-Cookie%3A%20x, __proto__x, /, %EF%BF%BD',
    )
  })

  it('names ten of many, cut where they are long, and counts the others', async () => {
    const many = Object.fromEntries(Array.from({ length: 3000 }, (_, index) => [`x${index}`, 1]))
    const { status, ignored } = await ask('/v1/pages/create', { title: 'Many', ...many })
    assert.equal(status, 200)
    assert.equal(ignored, 'x0, x1, x2, x3, x4, x5, x6, x7, x8, x9, +2990')
    const long = await ask('/v1/pages/create', { title: 'Long', ['y'.repeat(50_000)]: 1 })
    assert.equal(long.ignored, `${'y'.repeat(100)}%E2%80%A6`)
  })

  it('looks at each field once, whatever their number', () => {
    const find = createIgnoredFinder(create.input)
    let reads = 0
    const many = Object.fromEntries(Array.from({ length: 90_000 }, (_, index) => [`x${index}`, 1]))
    const input = new Proxy(
      { title: 'x', ...many },
      { get: (target, name) => (reads += 1) && Reflect.get(target, name) },
    )
    assert.equal(find(input)?.count, 90_000)
    assert.ok(reads <= 5, `${reads} fields were read`)
    assert.equal(find({ title: 'x' }), undefined)
    assert.equal(find([1]), undefined)
    assert.equal(find(null), undefined)
  })
})
