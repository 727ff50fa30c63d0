import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { bodyLimits } from '../../../server/operations/body-limits.ts'
import { listOperations, type OperationId } from '../../../server/operations/index.ts'
import { isForPeople } from '../../../server/operations/operation.ts'
import { addPage, markdownOf, storedPage } from '../../support/pages.ts'
import { startServer, type TestServer } from '../../support/server.ts'
import { ownPage, signIn } from '../../support/web/visitor.ts'

const largest = 1024 * 1024
/** What signs out comes last. */
const last: OperationId[] = ['session.removeAll', 'session.remove']
const posted = listOperations()
  .filter(({ method }) => method === 'POST')
  .toSorted((one, other) => last.indexOf(one.id) - last.indexOf(other.id))

const forPeople = new Set(posted.filter(isForPeople).map(({ path }) => path))

let quire: TestServer
let cookie: string
before(async () => {
  quire = await startServer({ rateLimit: 0 })
  const { cookies } = await signIn(quire)
  cookie = [...cookies].map(([name, value]) => `${name}=${value}`).join('; ')
})
after(() => quire.close())

const send = (url: string, payload: string | Buffer, headers: Record<string, string> = {}) =>
  quire.request({
    method: 'POST',
    url,
    headers: {
      ...(forPeople.has(url) ? { ...ownPage, cookie } : { authorization: `Bearer ${quire.key}` }),
      'content-type': 'application/json',
      ...headers,
    },
    payload,
  })

const filler = (bytes: number) => `{"filler":"${'x'.repeat(bytes - 13)}"}`
const flood = (count: number) => `{${Array.from({ length: count }, (_, n) => `"k${n}":1`).join()}}`

describe('the body of every operation', () => {
  for (const operation of posted) {
    const { bytes, json } = bodyLimits(operation, largest)
    const isUpload = operation.errors.includes('FILE_TOO_LARGE')

    it(`${operation.id} is refused when it holds too many fields or lies too deep`, async () => {
      const wide = flood(json.values + 1)
      if (wide.length <= bytes) {
        const { status, body } = await send(operation.path, wide)
        assert.deepEqual([status, body.code], [413, 'BODY_TOO_LARGE'])
      }
      const deep = '['.repeat(json.depth) + ']'.repeat(json.depth)
      const { status, body } = await send(operation.path, `{"a":${deep}}`)
      assert.deepEqual([status, body.errors[0]?.rule], [400, 'maxDepth'])
    })

    it(`${operation.id} is refused with 413 beyond its largest size, and is read up to there`, async () => {
      const { status, body } = await send(operation.path, filler(bytes + 1))
      assert.equal(status, 413)
      assert.equal(body.code, isUpload ? 'FILE_TOO_LARGE' : 'BODY_TOO_LARGE')
      assert.notEqual((await send(operation.path, filler(bytes))).status, 413)
    })
  }

  it('has at most 16 KB and some hundred fields where anyone may send it', () => {
    for (const operation of posted.filter(({ access }) => access === 'public')) {
      const { bytes, json } = bodyLimits(operation, largest)
      assert.ok(bytes <= 16 * 1024 && json.values <= 200 && json.depth <= 16, operation.id)
    }
  })

  it('has room for the largest input, written in escapes', () => {
    for (const { input, ...operation } of posted) {
      if (operation.access === 'public' || operation.bodyLimit !== undefined) continue
      const { bytes } = bodyLimits({ ...operation, input }, largest)
      const lengths = Object.values(input.properties).map((property) =>
        'maxLength' in property ? Number(property.maxLength) : 0,
      )
      assert.ok(bytes > lengths.reduce((sum, length) => sum + length * 12, 0), operation.id)
    }
  })

  it('follows BODY_LIMIT where that is smaller', () => {
    for (const operation of posted.filter(({ bodyLimit }) => bodyLimit === undefined)) {
      assert.ok(bodyLimits(operation, 2048).bytes <= 2048, operation.id)
    }
  })
})

describe('the body of what is no operation', () => {
  it('is refused on /mcp, in the shape of JSON-RPC, when it lies too deep', async () => {
    const accept = 'application/json, text/event-stream'
    const deep = await send('/mcp', '['.repeat(4_000_000), { accept })
    assert.equal(deep.status, 400)
    // SAFETY: an error of JSON-RPC.
    assert.equal((deep.body as unknown as { error: { code: number } }).error.code, -32_700)
    const wide = await send('/mcp', flood(90_000), { accept })
    assert.deepEqual([wide.status, wide.body.code], [413, 'BODY_TOO_LARGE'])
  })

  it('is refused on /bots when it is larger than any message', async () => {
    for (const [url, bytes] of [
      ['/bots/telegram/1', 128 * 1024],
      ['/bots/slack/commands', 64 * 1024],
      ['/bots/mattermost/commands', 64 * 1024],
    ] as const) {
      const { status, body } = await send(url, filler(bytes + 1))
      assert.deepEqual([status, body.code], [413, 'BODY_TOO_LARGE'])
      assert.equal((await send(url, filler(bytes))).status, 403)
    }
    assert.equal((await send('/bots/telegram/1', flood(3000))).status, 413)
    const form = { 'content-type': 'application/x-www-form-urlencoded' }
    for (const url of ['/bots/slack/commands', '/bots/mattermost/commands']) {
      assert.equal((await send(url, 'a=b&'.repeat(201), form)).status, 413)
      assert.equal((await send(url, 'a=b&'.repeat(150), form)).status, 403)
    }
  })
})

describe('a large document', () => {
  const paragraphs = (count: number) =>
    Array.from({ length: count }, (_, n) => ({
      type: 'paragraph',
      content: [{ type: 'text', text: `Line ${n}, "quoted" \\ {braced} [äöü 漢字]` }],
    }))
  const large = (count = 2000) => JSON.stringify({ type: 'doc', content: paragraphs(count) })

  async function update(members: (content: string) => string, content = large()) {
    const pageId = await addPage(quire, 'Large', { markdown: 'Before.' })
    const { workspaceId } = quire
    const fields = `"workspaceId":"${workspaceId}","pageId":"${pageId}"`
    const answer = await send('/v1/pages/update', `{${fields},${members(content)}}`)
    return { pageId, ...answer }
  }

  it('that is broken within is refused with 400 like any broken JSON', async () => {
    for (const broken of [
      large().replace('"type":"doc"', '"type":doc'),
      `${large().slice(0, -2)}}]`,
      large().replaceAll('"text"', "'text'"),
    ]) {
      const { status, body, pageId } = await update((content) => `"content":${content}`, broken)
      assert.equal(status, 400)
      assert.equal(body.code, 'VALIDATION_FAILED')
      assert.deepEqual(
        body.errors.map(({ path, rule }) => [path, rule]),
        [['', 'json']],
      )
      assert.equal(await markdownOf(quire, pageId), 'Before.\n')
    }
  })

  it('that breaks the schema or is an array is refused with its path', async () => {
    const strange = large().replace('"type":"paragraph"', '"type":"strange"')
    const schema = await update((content) => `"content":${content}`, strange)
    assert.equal(schema.status, 400)
    assert.equal(schema.body.errors[0]?.path, '/content/content/0/type')
    const array = await update((content) => `"content":[${content}]`)
    assert.equal(array.status, 400)
    assert.deepEqual(
      array.body.errors.map(({ path, rule }) => [path, rule]),
      [['/content', 'type']],
    )
  })

  it('is refused together with what is wrong beside it', async () => {
    const { status, body } = await update((content) => `"icon":5,"content":${content}`)
    assert.equal(status, 400)
    assert.deepEqual(
      body.errors.map(({ path }) => path),
      ['/icon'],
    )
  })

  it('counts as the last of two, and only as the last', async () => {
    const last = await update((content) => `"content":{"type":"x"},"content":${content}`)
    assert.equal(last.status, 200)
    const first = await update((content) => `"content":${content},"content":{"type":"x"}`)
    assert.equal(first.status, 400)
    const number = await update((content) => `"content":${content},"content":5`)
    assert.equal(number.status, 400)
    assert.equal(number.body.errors[0]?.path, '/content')
  })

  it('under an escaped name is parsed with the rest, within its limits', async () => {
    const name = String.raw`"cont\u0065nt"`
    assert.equal((await update((content) => `${name}:${content}`)).status, 413)
    assert.equal((await update((content) => `${name}:${content}`, large(500))).status, 200)
  })

  it('is stored as it was sent, wherever it stands among the fields', async () => {
    const expected = JSON.parse(large()) as unknown
    for (const members of [
      (content: string) => `"content":${content},"title":"Renamed"`,
      (content: string) => `"title":"Renamed", "content" : ${content}\n`,
      (content: string) => `"more":{"content":1},"title":"Renamed","content":${content}`,
    ]) {
      const { status, pageId } = await update(members)
      assert.equal(status, 200)
      const page = await storedPage(quire, pageId)
      assert.equal(page.title, 'Renamed')
      const { body } = await quire.post<{ content: unknown }>('/v1/pages/document', {
        workspaceId: quire.workspaceId,
        pageId,
      })
      assert.deepEqual(body.content, expected)
    }
  })
})
