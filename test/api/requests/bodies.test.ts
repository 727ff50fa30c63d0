import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { addPage, markdownOf, storedPage, titlesUnder } from '../../support/pages.ts'
import { type Refusal, startServer, type TestServer } from '../../support/server.ts'

const json = 'application/json'

let quire: TestServer
let workspaceId: string

before(async () => {
  quire = await startServer({ rateLimit: 0 })
  workspaceId = quire.workspaceId
})
after(() => quire.close())

const send = (payload: string | Buffer, type: string | null = json, url = '/v1/pages/create') =>
  quire.request<{ code: string; errors?: Refusal['errors']; pageId?: string }>({
    method: 'POST',
    url,
    headers: {
      authorization: `Bearer ${quire.key}`,
      ...(type === null ? {} : { 'content-type': type }),
    },
    payload,
  })

describe('a body', () => {
  const types = [
    'text/plain',
    'text/json',
    'application/x-www-form-urlencoded',
    'application/jsonx',
  ]
  for (const type of [
    ...types,
    'multipart/form-data; boundary=x',
    'application/ld+json',
    'nonsense',
  ]) {
    it(`of type ${type} is refused with 415`, async () => {
      const { status, body } = await send('{}', type)
      assert.equal(status, 415)
      assert.deepEqual(Object.keys(body), ['code', 'message'])
      assert.equal(body.code, 'UNSUPPORTED_MEDIA_TYPE')
    })
  }

  const broken = [
    { what: 'nothing', payload: '', rule: 'json' },
    { what: 'white space', payload: ' \n', rule: 'json' },
    { what: 'half an object', payload: '{"title": "x"', rule: 'json' },
    { what: 'no JSON', payload: '{title: x}', rule: 'json' },
    { what: 'NaN', payload: 'NaN', rule: 'json' },
    { what: 'two values', payload: '{}{}', rule: 'json' },
    { what: 'a byte order mark', payload: '\uFEFF{}', rule: 'json' },
    { what: 'broken UTF-8', payload: Buffer.from('7b22fffe223a317d', 'hex'), rule: 'json' },
    { what: 'UTF-16', payload: Buffer.from('{"title":"x"}', 'utf16le'), rule: 'json' },
    { what: 'brackets without end', payload: '['.repeat(100_000), rule: 'maxDepth' },
    { what: 'an array', payload: '[]', rule: 'type' },
    { what: 'a string', payload: '"{}"', rule: 'type' },
    { what: 'a number', payload: '5', rule: 'type' },
    { what: 'null', payload: 'null', rule: 'type' },
    { what: 'true', payload: 'true', rule: 'type' },
  ]
  for (const { what, payload, rule } of broken) {
    it(`of ${what} is refused with 400 at the root`, async () => {
      const { status, body } = await send(payload)
      assert.equal(status, 400)
      assert.equal(body.code, 'VALIDATION_FAILED')
      assert.deepEqual(
        body.errors?.map((error) => [error.path, error.rule]),
        [['', rule]],
      )
    })
  }

  it('is missed', async () => {
    const { status, body } = await quire.request({
      method: 'POST',
      url: '/v1/pages/create',
      headers: { authorization: `Bearer ${quire.key}` },
    })
    assert.equal(status, 400)
    assert.equal(body.errors[0]?.path, '')
  })

  it('over the limit is refused with 413', async () => {
    const { status, body } = await send(`{"title":"${'x'.repeat(1_048_576)}"}`)
    assert.equal(status, 413)
    assert.deepEqual(Object.keys(body), ['code', 'message'])
    assert.equal(body.code, 'BODY_TOO_LARGE')
  })

  for (const type of [
    'application/json; charset=utf-8',
    'APPLICATION/JSON',
    'application/json ; a=b',
  ]) {
    it(`of type ${type} is taken`, async () => {
      const { status } = await send(JSON.stringify({ workspaceId, title: 'Typed' }), type)
      assert.equal(status, 200)
    })
  }

  it('takes the last of two equal names, as JSON.parse does', async () => {
    const { body } = await send(`{"workspaceId":"${workspaceId}","title":5,"title":"Last"}`)
    assert.equal((await storedPage(quire, body.pageId ?? '')).title, 'Last')
  })

  it('is not reached through __proto__ or constructor', async () => {
    const fields = `"workspaceId":"${workspaceId}","title":"Polluted"`
    for (const name of ['__proto__', 'constructor', 'prototype']) {
      const { status, body } = await send(`{"${name}":{${fields}}}`)
      assert.equal(status, 400)
      assert.equal(body.errors?.length, 2)
    }
    const { status } = await send(
      `{${fields},"__proto__":{"x":1},"constructor":{"prototype":{"x":1}}}`,
    )
    assert.equal(status, 200)
    assert.equal('x' in {}, false)
  })

  it('may hold an unknown field 30 levels deep, which is dropped, and none deeper', async () => {
    const fields = `"workspaceId":"${workspaceId}","title":"Deep"`
    const arrays = (levels: number) => '['.repeat(levels) + ']'.repeat(levels)
    const objects = (levels: number) => `${'{"a":'.repeat(levels)}1${'}'.repeat(levels)}`
    for (const deep of [arrays, objects]) {
      for (const levels of [32, 100_000]) {
        const { status, body } = await send(`{${fields},"deep":${deep(levels)}}`)
        assert.equal(status, 400)
        assert.deepEqual(
          body.errors?.map((error) => [error.path, error.rule]),
          [['', 'maxDepth']],
        )
      }
      assert.equal((await send(`{${fields},"deep":${deep(30)}}`)).status, 200)
    }
  })

  it('may hold a document 100,000 levels deep, which is refused', async () => {
    const pageId = await addPage(quire, 'Shallow', { markdown: 'Kept.' })
    const fields = `"workspaceId":"${workspaceId}","pageId":"${pageId}"`
    const arrays = '['.repeat(100_000) + ']'.repeat(100_000)
    const objects = `${'{"a":'.repeat(100_000)}1${'}'.repeat(100_000)}`
    for (const content of [
      objects,
      `{"type":"doc","content":${arrays}}`,
      `{"type":"doc","content":[${objects}]}`,
      `{"type":"doc","content":[{"type":"paragraph","attrs":${objects},"content":5}]}`,
    ]) {
      const answer = await send(`{${fields},"content":${content}}`, json, '/v1/pages/update')
      assert.equal(answer.status, 400)
    }
    assert.equal(await markdownOf(quire, pageId), 'Kept.\n')
  })

  it('may hold thousands of unknown fields, and is refused with 413 when it holds more', async () => {
    const wide = (count: number) => {
      const many = Object.fromEntries(Array.from({ length: count }, (_, n) => [`f${n}`, n]))
      return send(JSON.stringify({ ...many, workspaceId, title: 'Wide' }))
    }
    const { status, body } = await wide(20_000)
    assert.equal(status, 413)
    assert.deepEqual(Object.keys(body), ['code', 'message'])
    assert.equal(body.code, 'BODY_TOO_LARGE')
    assert.equal((await wide(4500)).status, 200)
  })

  it('that is refused leaves the workspace as it was', async () => {
    const before = await titlesUnder(quire)
    await send('{"title":')
    await send(JSON.stringify({ workspaceId, title: '' }))
    await send(JSON.stringify({ workspaceId, title: 'x' }), 'text/plain')
    assert.deepEqual(await titlesUnder(quire), before)
  })
})
