import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { Agent } from 'undici'
import {
  type EmbeddingServer,
  startEmbeddingServer,
} from '../../../test/support/outside/embedding-server.ts'
import { embedAll } from './embedder.ts'
import { type HttpModel, httpEmbedder } from './http-embedder.ts'

describe('httpEmbedder', () => {
  let provider: EmbeddingServer
  const dispatcher = new Agent()
  before(async () => {
    provider = await startEmbeddingServer((text) => [text.length, 3, 0, 1])
  })
  after(async () => {
    await dispatcher.destroy()
    await provider.close()
  })

  const embed = (
    texts: readonly string[],
    model: Partial<HttpModel> = {},
    kind: 'document' | 'query' = 'document',
  ) =>
    httpEmbedder({
      baseUrl: provider.baseUrl,
      model: 'm',
      apiKey: undefined,
      askedDimensions: undefined,
      dimensions: undefined,
      prefixes: { document: 'd: ', query: 'q: ' },
      dispatcher,
      ...model,
    }).embed(texts, kind, { timeout: 2000 })

  const failed = async (body: string, model: Partial<HttpModel> = {}) => {
    provider.behave({ kind: 'garbage', body })
    const result = await embed(['a'], model)
    provider.behave({ kind: 'answer' })
    assert.ok(!result.ok, body)
    return result
  }

  it('refuses every answer that is not one vector for each text', async () => {
    for (const body of [
      'null',
      '7',
      '[]',
      '{}',
      '{"data": null}',
      '{"data": []}',
      '{"data": [null]}',
      '{"data": [{}]}',
      '{"data": [{"embedding": null}]}',
      '{"data": [{"embedding": []}]}',
      '{"data": [{"embedding": ["1", "2"]}]}',
      '{"data": [{"embedding": [1, null]}]}',
      '{"data": [{"embedding": [1e999, 1]}]}',
      '{"data": [{"embedding": [0, 0]}]}',
      '{"data": [{"index": 5, "embedding": [1, 2]}]}',
      '{"data": [{"index": -1, "embedding": [1, 2]}]}',
      '{"data": [{"index": 0, "embedding": [1]}, {"index": 1, "embedding": [2]}]}',
    ]) {
      assert.equal((await failed(body)).fault, 'later', body)
    }
    const other = await failed('{"data": [{"embedding": [1, 2]}]}', { dimensions: 4 })
    assert.match(other.reason, /2 numbers instead of 4/)
  })

  it('tells a fault of the texts from one of the settings and one that passes', async () => {
    for (const [status, fault] of [
      [400, 'text'],
      [413, 'text'],
      [422, 'text'],
      [401, 'never'],
      [403, 'never'],
      [404, 'never'],
      [307, 'never'],
      [408, 'later'],
      [429, 'later'],
      [500, 'later'],
      [503, 'later'],
    ] as const) {
      provider.behave({ kind: 'status', status, headers: { location: '/v1/embeddings' } })
      const result = await embed(['a'])
      assert.ok(!result.ok)
      assert.equal(result.fault, fault, String(status))
    }
    provider.behave({ kind: 'answer' })
  })

  it('puts vectors in the order of the texts, each of length 1', async () => {
    const result = await embed(['', 'aaaa'])
    assert.ok(result.ok)
    const lengths = result.vectors.map((vector) => Math.hypot(...vector))
    assert.ok(lengths.every((length) => Math.abs(length - 1) < 1e-6))
    const [first, second] = result.vectors
    assert.ok((first?.[0] ?? 1) < (second?.[0] ?? 0))
  })

  it('sends the prefix of the kind, and the key in the header only', async () => {
    provider.texts.length = 0
    await embed(['x'], { apiKey: 'secret-key' }, 'query')
    await embed(['x'])
    assert.deepEqual(provider.texts, ['q: x', 'd: x'])
    const [first, second] = provider.requests.slice(-2)
    assert.equal(first?.authorization, 'Bearer secret-key')
    assert.deepEqual(first?.body, { model: 'm', input: ['q: x'] })
    assert.equal(second?.authorization, undefined)
  })

  it('asks for dimensions only when it is told to', async () => {
    await embed(['x'], { askedDimensions: 256 })
    const { body } = provider.requests.at(-1) ?? {}
    assert.deepEqual(body, { model: 'm', input: ['d: x'], dimensions: 256 })
  })

  it('never repeats a key that a provider repeats', async () => {
    provider.behave({ kind: 'status', status: 401, body: 'bad key secret-key, really secret-key' })
    const result = await embed(['x'], { apiKey: 'secret-key' })
    provider.behave({ kind: 'answer' })
    assert.ok(!result.ok)
    assert.equal(result.reason, 'it answered 401: bad key ***, really ***')
  })

  it('takes lists of any length in batches, and stops at the first that fails', async () => {
    const embedder = httpEmbedder({
      baseUrl: provider.baseUrl,
      model: 'm',
      apiKey: undefined,
      askedDimensions: undefined,
      dimensions: 4,
      prefixes: { document: '', query: '' },
      dispatcher,
    })
    const texts = Array.from({ length: 10 }, (_, index) => 'y'.repeat(index))
    const options = { timeout: 2000, batchSize: 4 }
    const before = provider.requests.length
    const result = await embedAll(embedder, texts, 'document', options)
    assert.ok(result.ok)
    assert.equal(result.vectors.length, 10)
    assert.deepEqual(
      provider.requests.slice(before).map(({ count }) => count),
      [4, 4, 2],
    )
    provider.refuse('yyyyy')
    const refused = await embedAll(embedder, texts, 'document', options)
    assert.ok(!refused.ok)
    assert.equal(refused.fault, 'text')
    await embedder.close()
  })
})
