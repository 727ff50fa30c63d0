import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import fastify from 'fastify'
import { sendError } from '../errors.ts'
import { trackRequests } from './in-flight.ts'

describe('endRequests', () => {
  it('answers what still waits, and says which may be repeated', async () => {
    const server = fastify()
    server.setErrorHandler(sendError)
    trackRequests(server)
    const forever = () => new Promise<never>(() => undefined)
    server.get('/get', forever)
    server.post('/read', { config: { reads: true } }, forever)
    server.post('/write', forever)
    server.get('/done', async () => 'done')
    const done = await server.inject('/done')
    const waiting = [
      server.inject('/get'),
      server.inject({ method: 'POST', url: '/read' }),
      server.inject({ method: 'POST', url: '/write' }),
    ]
    await new Promise(setImmediate)
    server.endRequests()
    const answers = await Promise.all(waiting)
    assert.deepEqual(
      answers.map((answer) => [
        answer.statusCode,
        answer.json<{ code: string }>().code,
        answer.headers['retry-after'],
      ]),
      [
        [503, 'BUSY', '1'],
        [503, 'BUSY', '1'],
        [503, 'COMMIT_UNKNOWN', undefined],
      ],
    )
    assert.equal(done.statusCode, 200)
    await server.close()
  })
})
