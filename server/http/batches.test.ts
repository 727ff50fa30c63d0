import assert from 'node:assert/strict'
import { request } from 'node:http'
import type { AddressInfo } from 'node:net'
import { Readable } from 'node:stream'
import { text } from 'node:stream/consumers'
import { after, before, describe, it } from 'node:test'
import { fastify } from 'fastify'
import { batchRequests } from './batches.ts'

describe('responses that are sent together', () => {
  const server = fastify()
  batchRequests(server, (work) => work())
  server.get('/answer/:number', async ({ params }) => params)
  server.get('/stream', async () => Readable.from(['a', 'b', 'c']))
  server.get('/nothing', async (_request, reply) => reply.code(204).send())
  server.get('/broken', async (_request, reply) => {
    // What no header may hold is found while the response is sent.
    reply.raw.writeHead = () => {
      throw new TypeError('not a header')
    }
    return 'never sent'
  })
  server.get('/fails', async () => {
    throw new TypeError('no')
  })
  let port = 0
  before(async () => {
    await server.listen({ port: 0, host: '127.0.0.1' })
    // SAFETY: it listens on a port.
    port = (server.server.address() as AddressInfo).port
  })
  after(() => server.close())

  const get = (path: string): Promise<{ status: number; body: string }> =>
    new Promise((resolve, reject) => {
      const sent = request({ port, host: '127.0.0.1', path }, (answer) => {
        text(answer).then((body) => resolve({ status: answer.statusCode ?? 0, body }), reject)
      })
      sent.once('error', reject).end()
    })

  it('end the connection where one cannot be sent, and the server goes on', async () => {
    await assert.rejects(get('/broken'), { code: 'ECONNRESET' })
    assert.equal((await get('/nothing')).status, 204)
  })

  it('reach each of many who ask at once', async () => {
    const numbers = Array.from({ length: 50 }, (_, number) => String(number))
    const answers = await Promise.all(numbers.map((number) => get(`/answer/${number}`)))
    assert.deepEqual(
      answers.map(({ body }) => JSON.parse(body).number),
      numbers,
    )
  })

  it('are streams, empty or errors as well', async () => {
    const [stream, nothing, failed] = await Promise.all(['/stream', '/nothing', '/fails'].map(get))
    assert.deepEqual(stream, { status: 200, body: 'abc' })
    assert.deepEqual(nothing, { status: 204, body: '' })
    assert.equal(failed?.status, 500)
  })
})
