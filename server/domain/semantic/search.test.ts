import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import {
  bagOfWords,
  randomVectors,
  startEmbeddingServer,
} from '../../../test/support/outside/embedding-server.ts'
import { addPage } from '../../../test/support/pages.ts'
import {
  type Indexing,
  isReady,
  runJobs,
  setModel,
  untilStatus,
} from '../../../test/support/semantic.ts'
import { contextOf, startServer, type TestServer } from '../../../test/support/server.ts'
import { until } from '../../../test/support/until.ts'
import { setWeight } from './settings.ts'

type Results = {
  results: { pageId: string; title: string; blockNumber: number; content: string }[]
}

const subjects = [
  'tax',
  'soup',
  'chess',
  'moss',
  'rivers',
  'bricks',
  'opera',
  'tides',
  'maps',
  'bees',
]

/** Texts about different things, so that a model can show what it knows. */
async function addNotes(server: TestServer): Promise<void> {
  for (const [index, subject] of subjects.entries()) {
    for (let part = 0; part < 4; part += 1) {
      const words = Array.from(
        { length: 14 },
        (_, at) => `${subject}${(index + at * 3 + part) % 9}${part}`,
      )
      await addPage(server, `${subject} ${part}`, { markdown: `${words.join(' ')} and the rest` })
    }
  }
}

/** A server whose pages are embedded, with a page about a car that is called an automobile. */
async function startFixture(settings: Parameters<typeof startServer>[0] = {}) {
  const server = await startServer(settings)
  const provider = await startEmbeddingServer(bagOfWords(4093))
  await addNotes(server)
  const markdown = 'Nothing here.\n\nThe automobile stood in the garage.\n\nNothing there.'
  const carPage = await addPage(server, 'Garage', { markdown })
  const indexing = runJobs(server)
  await setModel(server, { baseUrl: provider.baseUrl })
  await untilStatus(server, isReady)
  const search = async (query: string, k = 10) => {
    const { workspaceId } = server
    const answer = await server.post<Results>('/v1/search/pages', { workspaceId, query, k })
    assert.equal(answer.status, 200)
    return answer.body.results
  }
  return {
    server,
    provider,
    carPage,
    search,
    idsOf: async (query: string) => (await search(query)).map(({ pageId }) => pageId),
    close: async () => {
      await indexing.stop()
      assert.deepEqual(indexing.faults, [])
      await provider.close()
      await server.close()
    },
  }
}

/** Queries are kept: each one that is to reach the provider has to be new, and its number in no text. */
let asked = 1000
const fresh = () => `motorcar ${(asked += 1)}`

describe('search by meaning, POST /v1/search/pages', () => {
  let fixture: Awaited<ReturnType<typeof startFixture>>
  before(async () => {
    // However busy the machine is.
    fixture = await startFixture({ semanticTimeout: 60_000 })
  })
  after(() => fixture.close())

  it('finds a page that says the same in other words, and shows where', async () => {
    const [first] = await fixture.search('motorcar')
    assert.deepEqual(
      { pageId: first?.pageId, title: first?.title },
      { pageId: fixture.carPage, title: 'Garage' },
    )
    assert.ok(first !== undefined && first.blockNumber >= 1 && first.content !== '')
  })

  it('says each page once, in the shape that words alone have', async () => {
    const results = await fixture.search('automobile in the garage', 20)
    assert.equal(new Set(results.map(({ pageId }) => pageId)).size, results.length)
    assert.equal(results[0]?.blockNumber, 2)
    for (const result of results) {
      assert.deepEqual(Object.keys(result).sort(), [
        'blockNumber',
        'content',
        'pageId',
        'title',
        'workspaceId',
      ])
    }
  })

  it('keeps a title that is the query in front, and quotes a filter', async () => {
    assert.equal((await fixture.search('soup 2'))[0]?.title, 'soup 2')
    assert.deepEqual(await fixture.idsOf('"motorcar"'), [])
    assert.deepEqual(await fixture.idsOf('"automobile stood" motorcar'), [fixture.carPage])
  })

  it('finds nothing for a query without a word, and asks nobody', async () => {
    const before = fixture.provider.requests.length
    for (const query of ['!!!', '""', ' ', '\u202E', '…']) {
      assert.deepEqual(await fixture.search(query), [])
    }
    assert.equal(fixture.provider.requests.length, before)
  })

  it('asks for a query once', async () => {
    const query = fresh()
    await Promise.all([fixture.search(query), fixture.search(query), fixture.search(query)])
    await fixture.search(query)
    assert.equal(
      fixture.provider.requests.filter(({ body }) => JSON.stringify(body).includes(query)).length,
      1,
    )
  })

  it('answers hostile queries', async () => {
    for (const query of [
      'a\u0000b',
      '\uD800 lone',
      '😀'.repeat(500),
      Array.from({ length: 250 }, (_, at) => at % 10).join(' '),
      'e\u0301\u0301\u0301'.repeat(100),
      'x'.repeat(500),
      "'; drop table pages; --",
    ]) {
      assert.ok(Array.isArray(await fixture.search(query)))
    }
  })

  it('does not show a page that is gone, before and after its vectors are', async () => {
    const gone = await addPage(fixture.server, 'Hound house', { markdown: 'the hound sleeps' })
    await untilStatus(fixture.server, isReady)
    assert.ok((await fixture.idsOf('canine')).includes(gone))
    const { workspaceId } = fixture.server
    const { removePage } = await import('../pages/trash.ts')
    const context = contextOf(fixture.server)
    const { chunks } = await untilStatus(fixture.server, isReady)
    await removePage(context, { workspaceId, pageId: gone })
    assert.ok(!(await fixture.idsOf('canine')).includes(gone))
    await untilStatus(fixture.server, (status) => isReady(status) && status.chunks === chunks - 1)
    assert.ok(!(await fixture.idsOf('canine')).includes(gone))
  })

  it('sees a change as soon as it is embedded', async () => {
    const pageId = await addPage(fixture.server, 'Stable', { markdown: 'empty' })
    await untilStatus(fixture.server, isReady)
    const ranked = async () => (await fixture.idsOf('hound')).indexOf(pageId)
    const text = [{ type: 'text', text: 'a canine in the straw' }]
    const content = { type: 'doc', content: [{ type: 'paragraph', content: text }] }
    await fixture.server.post('/v1/pages/update', {
      workspaceId: fixture.server.workspaceId,
      pageId,
      content,
    })
    await until(async () => (await ranked()) === 0)
  })

  it('weighs meaning as the workspace wants it', async () => {
    const { workspaceId } = fixture.server
    const context = contextOf(fixture.server)
    await setWeight(context, workspaceId, 0)
    const before = fixture.provider.requests.length
    assert.deepEqual(await fixture.idsOf(fresh()), [])
    assert.equal(fixture.provider.requests.length, before)
    await assert.rejects(setWeight(context, workspaceId, 1.5), { code: 'VALIDATION_FAILED' })
    await setWeight(context, workspaceId, 1)
    assert.equal((await fixture.idsOf(fresh()))[0], fixture.carPage)
    await setWeight(context, workspaceId, 0.4)
  })
})

describe('search by meaning while its provider fails', () => {
  let fixture: Awaited<ReturnType<typeof startFixture>>
  before(async () => {
    fixture = await startFixture()
  })
  after(() => fixture.close())

  for (const [name, behaviour] of [
    ['hangs', { kind: 'hang' }],
    ['is slow', { kind: 'slow', delay: 700 }],
    ['is broken', { kind: 'status', status: 500 }],
    ['says 429', { kind: 'status', status: 429, headers: { 'retry-after': '1' } }],
    ['refuses the key', { kind: 'status', status: 401 }],
    ['answers garbage', { kind: 'garbage', body: '{"data": 7}' }],
    [
      'answers vectors of another length',
      { kind: 'garbage', body: '{"data":[{"embedding":[1]}]}' },
    ],
    ['breaks off', { kind: 'cut' }],
  ] as const) {
    it(`answers by words alone while the provider ${name}`, async () => {
      const { provider, search } = fixture
      const requests = provider.requests.length
      provider.behave(behaviour)
      const titles = (await search(`tides0 tides ${fresh()}`)).map(({ title }) => title)
      assert.ok(titles.length > 0 && titles[0]?.startsWith('tides'))
      // It is not asked again at once: the next search does not wait for it.
      await until(() => provider.requests.length > requests)
      await search(`bees ${fresh()}`)
      assert.equal(provider.requests.length, requests + 1)
      await recover()
    })
  }

  /** Another key lets the model be asked again at once, as after the mending of a fault. */
  async function recover(): Promise<void> {
    fixture.provider.behave({ kind: 'answer' })
    await until(async () => (await fixture.idsOf(fresh()))[0] === fixture.carPage)
  }
})

describe('a model that is not ready or not good', () => {
  let server: TestServer
  let indexing: Indexing
  before(async () => {
    server = await startServer({ semanticTimeout: 60_000 })
    await addNotes(server)
    indexing = runJobs(server)
  })
  after(async () => {
    await indexing.stop()
    await server.close()
  })
  const search = async (query: string) => {
    const { workspaceId } = server
    const answer = await server.post<Results>('/v1/search/pages', { workspaceId, query, k: 20 })
    return answer.body.results
  }

  it('changes nothing while only some pages are embedded', async () => {
    const provider = await startEmbeddingServer(bagOfWords(64))
    const words = await search('tides0 bees')
    await setModel(server, { baseUrl: provider.baseUrl, batchSize: 4 })
    provider.behave({ kind: 'slow', delay: 40 })
    await untilStatus(server, ({ pages }) => pages.done > 3 && pages.waiting > 3)
    assert.deepEqual(await search('tides0 bees'), words)
    provider.behave({ kind: 'answer' })
    await untilStatus(server, isReady)
    await provider.close()
  })

  for (const [name, embed] of [
    ['random numbers', randomVectors(64)],
    ['the same vector for all', () => Array.from({ length: 64 }, () => 1)],
  ] as const) {
    it(`has no weight when it gives ${name}`, async () => {
      const provider = await startEmbeddingServer(embed)
      const words = await search('tides0 bees')
      await setModel(server, { baseUrl: provider.baseUrl, model: name })
      const { trust } = await untilStatus(server, isReady)
      assert.ok(trust !== null && trust < 0.1, `trust ${trust}`)
      const found = (await search('tides0 bees')).slice(0, 5).map(({ pageId }) => pageId)
      assert.deepEqual(
        found,
        words.slice(0, 5).map(({ pageId }) => pageId),
      )
      await provider.close()
    })
  }
})
