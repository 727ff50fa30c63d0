import assert from 'node:assert/strict'
import { after, afterEach, before, beforeEach, describe, it } from 'node:test'
import {
  bagOfWords,
  type EmbeddingServer,
  startEmbeddingServer,
} from '../../../test/support/outside/embedding-server.ts'
import { addPage } from '../../../test/support/pages.ts'
import {
  type Indexing,
  isReady,
  runJobs,
  setModel,
  statusOf,
  untilStatus,
} from '../../../test/support/semantic.ts'
import { contextOf, startServer, type TestServer } from '../../../test/support/server.ts'
import { embeddings, jobs, vectors } from '../../store/index.ts'
import { turnOffEmbeddings } from './settings.ts'

const sentence = (word: string, count: number) =>
  Array.from({ length: count }, (_, index) => `${word}${index}`).join(' ')

const documentOf = (paragraphs: readonly string[]) => ({
  type: 'doc',
  content: paragraphs.map((text) => ({ type: 'paragraph', content: [{ type: 'text', text }] })),
})

describe('embedding pages in the background', () => {
  let server: TestServer
  let provider: EmbeddingServer
  let indexing: Indexing

  beforeEach(async () => {
    server = await startServer()
    provider = await startEmbeddingServer()
    indexing = runJobs(server)
  })
  afterEach(async () => {
    await indexing.stop()
    assert.deepEqual(indexing.faults, [])
    await provider.close()
    await server.close()
  })

  const update = (pageId: string, change: object) =>
    server.post('/v1/pages/update', { workspaceId: server.workspaceId, pageId, ...change })
  /** Queries, which try the model, are told from pages by their prefix. */
  const set = (change = {}) =>
    setModel(server, { baseUrl: provider.baseUrl, queryPrefix: 'query: ', ...change })

  it('embeds what is there, what comes, and what changes, each text once', async () => {
    await addPage(server, 'First', { markdown: 'one two three' })
    await set()
    await untilStatus(server, isReady)
    await addPage(server, 'Second', { markdown: 'four five six' })
    await untilStatus(server, ({ pages }) => pages.done === 2 && pages.waiting === 0)
    const documents = provider.texts.filter((text) => text.includes('\n\n'))
    assert.deepEqual(documents.sort(), ['First\n\none two three', 'Second\n\nfour five six'])
  })

  it('sends only the chunks that changed', async () => {
    const paragraphs = Array.from({ length: 12 }, (_, index) => sentence(`w${index}x`, 60))
    const pageId = await addPage(server, 'Long', { markdown: paragraphs.join('\n\n') })
    await set()
    const { chunks } = await untilStatus(server, isReady)
    assert.ok(chunks >= 4, `${chunks} chunks`)
    provider.texts.length = 0
    paragraphs[6] = sentence('changed', 60)
    await update(pageId, { content: documentOf(paragraphs) })
    await untilStatus(server, () => provider.texts.length > 0)
    await untilStatus(server, isReady)
    assert.ok(provider.texts.some((text) => text.includes('changed5')))
    assert.ok(provider.texts.length <= 2, `${provider.texts.length} of ${chunks} were sent`)
    provider.texts.length = 0
    await update(pageId, { icon: '🐌' })
    await addPage(server, 'Other', { markdown: 'later' })
    await untilStatus(server, ({ pages }) => pages.done === 2)
    const sent = provider.texts.filter((text) => !text.startsWith('query: '))
    assert.deepEqual(sent, ['Other\n\nlater'])
  })

  it('keeps to the waiting time of a 429, and loses nothing that was embedded', async () => {
    for (let count = 0; count < 6; count += 1) await addPage(server, `Page ${count}`)
    await set({ batchSize: 2 })
    provider.behave({ kind: 'status', status: 429, headers: { 'retry-after': '1' } })
    const { problem } = await untilStatus(server, (status) => status.problem !== null)
    const asked = provider.requests.length
    assert.match(problem?.reason ?? '', /429/)
    const wait = (problem?.nextTry ?? 0) - Date.now()
    assert.ok(wait <= 1000 && wait > -500, `${wait} ms`)
    provider.behave({ kind: 'answer' })
    await untilStatus(server, isReady)
    assert.ok(Date.now() >= (problem?.nextTry ?? 0), 'it came back too early')
    assert.ok(asked >= 2)
    const once = provider.texts.filter((text) => text === 'Page 3')
    assert.equal(once.length, 1)
  })

  for (const [name, behaviour] of [
    ['a fault of the server', { kind: 'status', status: 500, body: 'broken' }],
    ['an answer that is no JSON', { kind: 'garbage', body: '<html>' }],
    ['an answer without vectors', { kind: 'garbage', body: '{"data": [{"embedding": "AAAA"}]}' }],
    ['vectors of another length', { kind: 'garbage', body: '{"data": [{"embedding": [1, 2]}]}' }],
    ['a vector of nothing', { kind: 'garbage', body: '{"data": [{"embedding": [0, 0]}]}' }],
    ['an answer that breaks off', { kind: 'cut' }],
  ] as const) {
    it(`goes on after ${name}`, async () => {
      await set()
      await untilStatus(server, isReady)
      provider.behave(behaviour)
      await addPage(server, 'Waits', { markdown: 'for better times' })
      const { problem, pages } = await untilStatus(server, (status) => status.problem !== null)
      assert.equal(pages.waiting, 1)
      assert.ok(problem !== null && problem.nextTry - Date.now() <= 2100)
      provider.behave({ kind: 'answer' })
      await untilStatus(server, isReady)
    })
  }

  it('goes on after the provider was gone', async () => {
    await set()
    await untilStatus(server, isReady)
    const port = Number(new URL(provider.baseUrl).port)
    await provider.close()
    await addPage(server, 'Waits')
    const { problem } = await untilStatus(server, (status) => status.problem !== null)
    assert.match(problem?.reason ?? '', /ECONNREFUSED/)
    provider = await startEmbeddingServer(bagOfWords(64), { port })
    await untilStatus(server, isReady)
  })

  it('passes over a text that the model refuses', async () => {
    await addPage(server, 'Good')
    await addPage(server, 'Bad', { markdown: 'this is poison' })
    await addPage(server, 'Fine')
    provider.refuse('poison')
    await set()
    const { pages } = await untilStatus(server, isReady)
    assert.deepEqual(pages, { waiting: 0, done: 2, refused: 1 })
  })

  it('does not blame the pages when the model refuses everything', async () => {
    for (let count = 0; count < 8; count += 1) await addPage(server, `Page ${count}`)
    await set()
    provider.behave({ kind: 'status', status: 400, body: 'no such model' })
    const { pages, problem } = await untilStatus(server, (status) => status.problem !== null)
    assert.match(problem?.reason ?? '', /no such model/)
    assert.equal(pages.refused, 0)
  })

  it('stops at once while a provider hangs, and goes on at the next start', async () => {
    await set()
    await untilStatus(server, isReady)
    provider.behave({ kind: 'hang' })
    await addPage(server, 'Slow')
    const asked = provider.requests.length
    await untilStatus(server, () => provider.requests.length > asked)
    const start = performance.now()
    await indexing.stop()
    assert.ok(performance.now() - start < 10_000, 'long before it gives the provider up')
    provider.behave({ kind: 'answer' })
    indexing = runJobs(server)
    await untilStatus(server, isReady)
  })

  it('changes the model without mixing vectors, the old one answering meanwhile', async () => {
    const { app, workspaceId } = server
    for (let count = 0; count < 5; count += 1) await addPage(server, `Page ${count}`)
    await set()
    await untilStatus(server, isReady)
    const old = await embeddings.live(app.store, workspaceId)
    const other = await startEmbeddingServer(bagOfWords(96))
    try {
      const { isNew } = await setModel(server, { baseUrl: other.baseUrl, model: 'another' })
      assert.equal(isNew, true)
      other.behave({ kind: 'hang' })
      assert.equal((await statusOf(server)).state, 'replacing')
      const still = await embeddings.live(app.store, workspaceId)
      assert.equal(still?.modelId, old?.modelId)
      other.behave({ kind: 'answer' })
      await indexing.stop()
      indexing = runJobs(server)
      await untilStatus(server, isReady)
      const live = await embeddings.live(app.store, workspaceId)
      assert.ok(live !== undefined && live.modelId !== old?.modelId)
      const rows = await vectors.range(app.store, live, { after: 0, upTo: 1e9, limit: 100 })
      assert.deepEqual(new Set(rows.map(({ vector }) => vector.length)), new Set([96 * 4]))
      const isClear = async () =>
        (await embeddings.models(app.store, workspaceId)).length === 1 &&
        (await embeddings.builds(app.store, workspaceId)).length === 1
      while (!(await isClear())) await new Promise(setImmediate)
      assert.ok(old !== undefined)
      assert.equal((await vectors.counts(app.store, old)).chunks, 0)
    } finally {
      await other.close()
    }
  })

  it('keeps the vectors when only the key, the batch or the address changes', async () => {
    await addPage(server, 'Page')
    await set()
    await untilStatus(server, isReady)
    const sent = () => provider.texts.filter((text) => text === 'Page').length
    assert.equal((await set({ apiKey: 'k1', batchSize: 3, queryPrefix: 'query:: ' })).isNew, false)
    const moved = await startEmbeddingServer()
    try {
      assert.equal((await set({ baseUrl: moved.baseUrl })).isNew, false)
      assert.equal((await set({ documentPrefix: 'd: ' })).isNew, true)
      assert.equal(sent(), 1)
    } finally {
      await moved.close()
    }
  })

  it('deletes everything when it is turned off', async () => {
    const { app, workspaceId } = server
    await addPage(server, 'Page')
    await set()
    await untilStatus(server, isReady)
    const live = await embeddings.live(app.store, workspaceId)
    assert.ok(live)
    await turnOffEmbeddings(contextOf(server), workspaceId)
    assert.equal(await embeddings.live(app.store, workspaceId), undefined)
    const isClear = async () =>
      (await embeddings.builds(app.store, workspaceId)).length === 0 &&
      (await jobs.state(app.store, { kind: 'embed', subject: workspaceId })) === undefined
    while (!(await isClear())) await new Promise(setImmediate)
    assert.equal((await vectors.counts(app.store, live)).chunks, 0)
  })
})

describe('two servers on one store', () => {
  let server: TestServer
  let provider: EmbeddingServer
  before(async () => {
    server = await startServer()
    provider = await startEmbeddingServer()
  })
  after(async () => {
    await provider.close()
    await server.close()
  })

  it('embed every text once', async () => {
    for (let count = 0; count < 40; count += 1) await addPage(server, `Page ${count}`)
    await setModel(server, { baseUrl: provider.baseUrl, batchSize: 4 })
    const [one, other] = [runJobs(server), runJobs(server)]
    await untilStatus(server, isReady)
    await Promise.all([one.stop(), other.stop()])
    const titles = provider.texts.filter((text) => /^Page \d+$/.test(text))
    // Titles are asked for again when the model is tried: those are queries.
    const documents = titles.slice(0, 40)
    assert.equal(new Set(documents).size, 40)
  })
})
