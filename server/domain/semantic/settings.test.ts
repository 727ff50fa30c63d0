import assert from 'node:assert/strict'
import { after, before, beforeEach, describe, it } from 'node:test'
import {
  bagOfWords,
  type EmbeddingServer,
  startEmbeddingServer,
} from '../../../test/support/outside/embedding-server.ts'
import { contextOf, startServer, type TestServer } from '../../../test/support/server.ts'
import { operator } from '../../cli/operator.ts'
import { embeddings } from '../../store/index.ts'
import { readSettings } from './models.ts'
import {
  type ModelChange,
  setEmbeddings,
  setWeight,
  testEmbeddings,
  turnOffEmbeddings,
} from './settings.ts'
import { workspaceEmbeddingStatus } from './status.ts'

describe('setEmbeddings', () => {
  let server: TestServer
  let provider: EmbeddingServer
  before(async () => {
    server = await startServer()
    provider = await startEmbeddingServer(bagOfWords(16))
  })
  after(async () => {
    await provider.close()
    await server.close()
  })
  beforeEach(() => turnOffEmbeddings(contextOf(server), server.workspaceId))

  const set = (change: ModelChange) =>
    setEmbeddings({ ...server.app, caller: operator() }, server.workspaceId, change)
  const first = (change: ModelChange = {}) =>
    set({ provider: 'http', baseUrl: provider.baseUrl, model: 'm', ...change })
  const models = () => embeddings.models(server.app.store, server.workspaceId)
  const authorization = () => provider.requests.at(-1)?.authorization

  it('lets an admin lead to public addresses only, and leaves what the operator opened', async () => {
    const asAdmin = (change: ModelChange) =>
      setEmbeddings(
        { ...server.app, caller: { ...operator(server.userId), via: 'web' } },
        server.workspaceId,
        change,
      )
    const before = provider.requests.length
    const inside = { provider: 'http', baseUrl: provider.baseUrl, model: 'm' } as const
    await assert.rejects(asAdmin(inside), {
      code: 'EMBEDDINGS_FAILED',
      message: /is not a public/,
    })
    assert.equal(provider.requests.length, before)
    await first()
    await asAdmin({ batchSize: 8 })
    const [model] = await models()
    assert.ok(model)
    assert.equal('isGuarded' in readSettings(model), false)
    const elsewhere = provider.baseUrl.replace('127.0.0.1', 'localhost')
    await assert.rejects(asAdmin({ baseUrl: elsewhere }), { message: /not resolve to a public/ })
  })

  it('names everything that is wrong at once, and asks nobody', async () => {
    const before = provider.requests.length
    const change = {
      baseUrl: 'x',
      model: ' ',
      batchSize: 0,
      weight: 9,
      dimensions: 1.5,
      apiKey: 'ä',
    }
    await assert.rejects(set(change), (error: { code: string; violations: { path: string }[] }) => {
      assert.equal(error.code, 'VALIDATION_FAILED')
      const paths = error.violations.map(({ path }) => path).sort()
      assert.deepEqual(paths, [
        '/apiKey',
        '/baseUrl',
        '/batchSize',
        '/dimensions',
        '/model',
        '/weight',
      ])
      return true
    })
    for (const baseUrl of ['file:///etc', 'http://x?y', 'http://x#y', 'http://a:b@x', '//x']) {
      await assert.rejects(first({ baseUrl }), { code: 'VALIDATION_FAILED' })
    }
    for (const apiKey of ['', 'two words', 'line\nbreak', 'x'.repeat(5000)]) {
      await assert.rejects(first({ apiKey }), { code: 'VALIDATION_FAILED' })
    }
    for (const model of ['..', '../x', '/etc', 'a/b/c', 'a/../b', '.hidden', '']) {
      await assert.rejects(set({ provider: 'local', model }), { code: 'VALIDATION_FAILED' })
    }
    assert.equal(provider.requests.length, before)
    assert.deepEqual(await models(), [])
  })

  it('leaves everything as it was when the model does not answer', async () => {
    await first()
    const before = await models()
    provider.behave({ kind: 'status', status: 500 })
    await assert.rejects(first({ model: 'other' }), { code: 'EMBEDDINGS_FAILED' })
    provider.behave({ kind: 'garbage', body: '{"data":[]}' })
    await assert.rejects(testEmbeddings(server.app, server.workspaceId), {
      code: 'EMBEDDINGS_FAILED',
    })
    provider.behave({ kind: 'answer' })
    assert.deepEqual(await models(), before)
  })

  it('refuses vectors that are too long to be searched', async () => {
    const body = JSON.stringify({ data: [{ embedding: Array.from({ length: 9000 }, () => 1) }] })
    provider.behave({ kind: 'garbage', body })
    await assert.rejects(first(), { code: 'VALIDATION_FAILED' })
    provider.behave({ kind: 'answer' })
  })

  it('keeps what is left out, and its defaults where nothing was', async () => {
    await first({ documentPrefix: 'd: ' })
    const [model] = await models()
    assert.ok(model)
    assert.equal(model.weight, 0.4)
    await set({ queryPrefix: 'q: ', weight: 0.7, batchSize: 5 })
    const [changed, ...more] = await models()
    assert.ok(changed)
    assert.deepEqual([changed.id, changed.weight, more.length], [model.id, 0.7, 0])
    const { prefixes, batchSize, dimensions } = readSettings(changed)
    assert.deepEqual(prefixes, { document: 'd: ', query: 'q: ' })
    assert.deepEqual([batchSize, dimensions], [5, 16])
  })

  it('seals the key, for this workspace only', async () => {
    await first({ apiKey: 'sk-plain' })
    const [model] = await models()
    const { secrets } = server.app.semantic.embedders
    assert.ok(model?.apiKey)
    assert.ok(!model.apiKey.includes('sk-plain'))
    assert.equal(secrets.open(model.apiKey, 'embeddings key of another'), undefined)
    await set({ batchSize: 3 })
    assert.equal(authorization(), 'Bearer sk-plain')
    await set({ apiKey: null })
    assert.equal(authorization(), undefined)
    assert.equal((await models())[0]?.apiKey, null)
  })

  it('sends the key to no other host than it was given for', async () => {
    await first({ apiKey: 'sk-plain' })
    await set({ baseUrl: `${provider.baseUrl}/` })
    assert.equal(authorization(), 'Bearer sk-plain')
    const { port } = new URL(provider.baseUrl)
    await set({ baseUrl: `http://localhost:${port}/v1` })
    assert.equal(authorization(), undefined)
  })

  it('says what to do when the secret is another', async () => {
    await first({ apiKey: 'sk-plain' })
    const [model] = await models()
    assert.ok(model)
    const { store } = server.app
    const forged = { ...model, apiKey: `${model.apiKey?.slice(0, -6)}AAAAAA` }
    await store.transact((transaction) => embeddings.updateModel(transaction, forged))
    await assert.rejects(testEmbeddings(server.app, server.workspaceId), {
      message: /encrypted with another secret .* set the key again/,
    })
    await first({ apiKey: 'sk-new' })
    assert.equal((await testEmbeddings(server.app, server.workspaceId)).dimensions, 16)
  })

  it('says how it stands, without the key', async () => {
    const { app, workspaceId } = server
    assert.equal(await workspaceEmbeddingStatus(app, workspaceId), undefined)
    await assert.rejects(setWeight(contextOf(server), workspaceId, 0.5), { code: 'NOT_FOUND' })
    await first({ apiKey: 'sk-plain', weight: 0 })
    const status = await workspaceEmbeddingStatus(app, workspaceId)
    assert.deepEqual(
      [status?.state, status?.hasKey, status?.weight, status?.trust],
      ['building', true, 0, null],
    )
    assert.ok(!JSON.stringify(status).includes('sk-plain'))
  })
})
