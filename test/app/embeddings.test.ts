import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { readAllowedHosts } from '../../server/lib/network/address-guard.ts'
import { type EmbeddingServer, startEmbeddingServer } from '../support/outside/embedding-server.ts'
import { addPerson } from '../support/people.ts'
import { setModel } from '../support/semantic.ts'
import { startServer, type TestServer } from '../support/server.ts'
import { signIn, type Visitor } from '../support/web/visitor.ts'

const allowed = readAllowedHosts('127.0.0.1') ?? { names: new Set(), networks: [] }

let quire: TestServer
let provider: EmbeddingServer
let ada: Visitor
before(async () => {
  quire = await startServer({ allowedHosts: allowed })
  provider = await startEmbeddingServer()
  ada = await signIn(quire)
})
after(async () => {
  await quire.close()
  await provider.close()
})

type Got = { model: Record<string, unknown> | null }

const ask = <Body>(name: string, body: object = {}, by = ada) =>
  by.post<Body & { code: string }>(`/app/embeddings/${name}`, {
    workspaceId: quire.workspaceId,
    ...body,
  })

describe('embeddings', () => {
  it('are set by admins, not by members or keys', async () => {
    const member = await signIn(quire, await addPerson(quire, 'Mem', 'MEMBER'))
    for (const path of ['/app/embeddings/get', '/app/embeddings/off', '/app/embeddings/test']) {
      assert.equal((await member.post(path, quire)).status, 403, path)
      assert.equal((await quire.post(path, quire)).status, 401, path)
    }
    assert.equal((await member.post('/app/embeddings/set', quire)).status, 403)
  })

  it('say that there is no model, and what is wrong with one', async () => {
    assert.deepEqual((await ask<Got>('get')).body, { model: null })
    assert.deepEqual((await ask('test')).body.code, 'NOT_FOUND')
    assert.equal((await ask('set', { weight: 0.5 })).status, 404)
    assert.equal((await ask('set', { baseUrl: 'nowhere', model: 'm' })).status, 400)
    provider.behave({ kind: 'status', status: 401, body: 'who are you' })
    const failed = await ask<{ message: string }>('set', { baseUrl: provider.baseUrl, model: 'm' })
    provider.behave({ kind: 'answer' })
    assert.deepEqual([failed.status, failed.body.code], [502, 'EMBEDDINGS_FAILED'])
    assert.deepEqual((await ask<Got>('get')).body, { model: null })
  })

  it('lead to no address inside, but to one that the operator has set', async () => {
    const closed = await startServer()
    const owner = await signIn(closed)
    const { workspaceId } = closed
    const { baseUrl } = provider
    const set = (body: object) =>
      owner.post('/app/embeddings/set', { workspaceId, model: 'm', ...body })
    const refused = await set({ baseUrl })
    assert.deepEqual([refused.status, refused.body.errors[0]?.path], [400, '/baseUrl'])
    assert.match(refused.body.message, /WEBHOOK_ALLOWED_HOSTS/)
    await setModel(closed, { baseUrl, model: 'm' })
    assert.equal((await set({ baseUrl, queryPrefix: 'q: ' })).status, 200)
    await closed.close()
  })

  it('are set, told without the key, tested, weighed and turned off', async () => {
    const model = { provider: 'http', baseUrl: provider.baseUrl, model: 'm', apiKey: 'sk-secret' }
    const set = await ask<{ isNew: boolean }>('set', model)
    assert.deepEqual([set.status, set.body], [200, { isNew: true }])
    assert.deepEqual((await ask('set', { weight: 0.9 })).body, { isNew: false })
    const { body } = await ask<Got>('get')
    assert.ok(!JSON.stringify(body).includes('secret'))
    const { hasKey, weight, state, dimensions, pages, problem } = body.model ?? {}
    assert.deepEqual(
      [hasKey, weight, state, dimensions, problem],
      [true, 0.9, 'building', 64, null],
    )
    assert.deepEqual(pages, { waiting: 0, done: 0, refused: 0 })
    const tested = await ask<{ dimensions: number }>('test')
    assert.equal(tested.body.dimensions, 64)
    assert.equal((await ask('off')).status, 200)
    assert.deepEqual((await ask<Got>('get')).body, { model: null })
  })
})
