import assert from 'node:assert/strict'
import { hash } from 'node:crypto'
import { after, before, describe, it } from 'node:test'
import { dropMember } from '../../../server/domain/people/members.ts'
import { idempotencyKeys } from '../../../server/store/index.ts'
import { addFile, addPage, titlesUnder } from '../../support/pages.ts'
import { addPerson } from '../../support/people.ts'
import {
  type Answer,
  addKey,
  openAnother,
  type Refusal,
  startServer,
  type TestServer,
} from '../../support/server.ts'
import { until } from '../../support/until.ts'

let quire: TestServer
before(async () => {
  quire = await startServer()
})
after(() => quire.close())

type Created = { pageId: string; url: string }

let keys = 0
const newKey = () => `key ${(keys += 1)}`

function post<Body>(
  path: string,
  idempotencyKey: string,
  input: object,
  apiKey = quire.key,
): Promise<Answer<Body>> {
  return quire.request<Body>({
    method: 'POST',
    url: path,
    headers: {
      authorization: `Bearer ${apiKey}`,
      'content-type': 'application/json',
      'idempotency-key': idempotencyKey,
    },
    payload: JSON.stringify({ workspaceId: quire.workspaceId, ...input }),
  })
}
const create = (key: string, input: object, apiKey?: string) =>
  post<Created & Refusal>('/v1/pages/create', key, input, apiKey)
const isReplayed = ({ headers }: Answer<unknown>) => headers['idempotency-replayed'] === 'true'

describe('Idempotency-Key', () => {
  it('is refused empty, too long or of other characters, and nothing is made', async () => {
    for (const key of ['', 'x'.repeat(256), 'schlüssel', 'a\tb']) {
      const { status, body } = await create(key, { title: 'Refused' })
      assert.deepEqual(
        [status, body.code, body.errors[0]?.rule],
        [400, 'VALIDATION_FAILED', 'header'],
      )
    }
    assert.ok(!(await titlesUnder(quire)).includes('Refused'))
    assert.equal((await create(`~ ${'x'.repeat(253)}`, { title: 'Longest' })).status, 200)
  })

  it('with another body is refused, also when only a default was spelt out', async () => {
    const key = newKey()
    assert.equal((await create(key, { title: 'First' })).status, 200)
    for (const input of [{ title: 'Second' }, { title: 'First', parentId: null }]) {
      const { status, body } = await create(key, input)
      assert.deepEqual([status, body.code], [422, 'IDEMPOTENCY_KEY_REUSED'])
    }
  })

  it('gives the first answer again, and the change is made once', async () => {
    const key = newKey()
    const first = await create(key, { title: 'Once' })
    const again = await create(key, { title: 'Once', unknown: 'field' })
    assert.deepEqual([first.status, again.status], [200, 200])
    assert.deepEqual(again.body, first.body)
    assert.deepEqual([isReplayed(first), isReplayed(again)], [false, true])
    const titles = await titlesUnder(quire)
    assert.equal(titles.filter((title) => title === 'Once').length, 1)
  })

  it('belongs to a person and an operation: another of either is another request', async () => {
    const key = newKey()
    const max = await addPerson(quire, 'Max', 'MEMBER')
    const own = await create(key, { title: 'Shared key' })
    const other = await create(key, { title: 'Shared key' }, max.key)
    assert.notEqual(other.body.pageId, own.body.pageId)
    const sameOwner = await create(key, { title: 'Shared key' }, await addKey(quire))
    assert.equal(sameOwner.body.pageId, own.body.pageId)
    const { pageId } = own.body
    const removed = await post<{ pages: number }>('/v1/pages/delete', key, { pageId })
    assert.deepEqual([removed.status, removed.body.pages], [200, 1])
  })

  it('is asked anew who may: a member who was removed, a key that only reads', async () => {
    const key = newKey()
    const rob = await addPerson(quire, 'Rob', 'MEMBER')
    const input = { title: 'By Rob' }
    assert.equal((await create(key, input, rob.key)).status, 200)
    const readOnly = await addKey({ ...quire, userId: rob.userId }, { readOnly: true })
    assert.equal((await create(key, input, readOnly)).status, 403)
    const actor = { userId: quire.userId, via: 'cli' } as const
    await dropMember(quire.app.store, quire.workspaceId, rob.userId, actor)
    assert.equal((await create(key, input, rob.key)).status, 403)
    assert.equal((await create(key, input, 'svc_000000000000000000000000')).status, 401)
  })

  it('is free again after a refusal, which may pass the next time', async () => {
    const key = newKey()
    const title = 'Later'
    const pageId = await addPage(quire, title)
    const edit = { pageId, mode: 'replace', find: 'wanted', text: 'found' }
    const refused = await post<Refusal>('/v1/pages/edit', key, edit)
    assert.deepEqual([refused.status, refused.body.code], [404, 'TEXT_NOT_FOUND'])
    await quire.post('/v1/pages/edit', {
      workspaceId: quire.workspaceId,
      pageId,
      mode: 'append',
      text: 'wanted',
    })
    const created = await post<{ version: number }>('/v1/pages/edit', key, edit)
    assert.deepEqual([created.status, created.body.version], [200, 3])
    const again = await post<{ version: number }>('/v1/pages/edit', key, edit)
    assert.deepEqual([isReplayed(again), again.body.version], [true, 3])
  })

  it('lets one of many at once make the change; the others get its answer, or are told to come again', async () => {
    const key = newKey()
    const input = { title: 'Many at once', markdown: 'Long. '.repeat(2000) }
    const answers = await Promise.all(Array.from({ length: 20 }, () => create(key, input)))
    const ids = new Set(
      answers.flatMap(({ status, body }) => (status === 200 ? [body.pageId] : [])),
    )
    assert.equal(ids.size, 1)
    for (const { status, body, headers } of answers.filter(({ status }) => status !== 200)) {
      assert.deepEqual([status, body.code], [409, 'IDEMPOTENCY_KEY_IN_USE'])
      assert.match(String(headers['retry-after']), /^\d+$/)
    }
    const last = await until(async () => {
      const answer = await create(key, input)
      return answer.status === 200 && answer
    })
    assert.ok(ids.has(last.body.pageId))
    const titles = await titlesUnder(quire)
    assert.equal(titles.filter((title) => title === 'Many at once').length, 1)
  })

  it('counts on every node of the same store', async () => {
    const key = newKey()
    const node = await openAnother(quire)
    const { body } = await create(key, { title: 'Nodes' })
    const address = {
      userId: quire.userId,
      operation: '/v1/pages/create',
      keyHash: hash('sha256', key),
    }
    const stored = await idempotencyKeys.get(node.store, address)
    assert.equal(JSON.parse(stored?.answer ?? '{}').pageId, body.pageId)
    await node.close()
  })

  it('keeps no secret: a repeat is answered without it', async () => {
    const webhook = { url: 'https://93.184.216.34/hook', events: ['*'] }
    type Answered = { webhook: { id: string }; secret?: string }
    const key = newKey()
    const first = await post<Answered>('/v1/webhooks/create', key, webhook)
    const again = await post<Answered>('/v1/webhooks/create', key, webhook)
    assert.match(first.body.secret ?? '', /^whsec_/)
    assert.deepEqual(again.body, { webhook: first.body.webhook })
    const webhookId = first.body.webhook.id
    const rotated = await post<Answered>('/v1/webhooks/rotate-secret', key, { webhookId })
    const repeated = await post<Answered>('/v1/webhooks/rotate-secret', key, { webhookId })
    assert.match(rotated.body.secret ?? '', /^whsec_/)
    assert.deepEqual([repeated.status, repeated.body.secret], [200, undefined])
  })

  it('does for operations of several transactions, and of none but reads', async () => {
    const ancestor = await addPage(quire, 'Above')
    for (let count = 0; count < 120; count += 1)
      await addPage(quire, 'Below', { parentId: ancestor })
    const [remove, restore, purge] = [newKey(), newKey(), newKey()]
    const steps = [
      ['/v1/pages/delete', remove, { pageId: ancestor }],
      ['/v1/pages/restore', restore, { pageId: ancestor }],
      ['/v1/pages/delete', newKey(), { pageId: ancestor }],
      ['/v1/trash/purge', purge, { pageId: ancestor }],
    ] as const
    for (const [path, key, input] of steps) {
      const first = await post<{ pages: number }>(path, key, input)
      const again = await post<{ pages: number }>(path, key, input)
      assert.deepEqual([first.status, first.body.pages], [200, 121], path)
      assert.deepEqual([isReplayed(again), again.body], [true, first.body], path)
    }
    const empty = await post<{ pages: number }>('/v1/trash/empty', purge, {})
    assert.equal(empty.status, 200)
    assert.equal(isReplayed(await post('/v1/trash/empty', purge, {})), true)
  })

  it('does for uploads', async () => {
    const pageId = await addPage(quire, 'With a file')
    const contentBase64 = Buffer.from('bytes').toString('base64')
    const file = { pageId, fileName: 'a.txt', mimeType: 'text/plain', contentBase64 }
    const key = newKey()
    const first = await post<{ fileId: string }>('/v1/page-files/upload-file', key, file)
    const again = await post<{ fileId: string }>('/v1/page-files/upload-file', key, file)
    assert.deepEqual([again.body, isReplayed(again)], [first.body, true])
    await addFile(quire, pageId)
  })

  it('changes nothing about what only reads', async () => {
    const { status, headers } = await post('/v1/workspace/stats', '', {})
    assert.deepEqual([status, headers['idempotency-replayed']], [200, undefined])
  })
})
