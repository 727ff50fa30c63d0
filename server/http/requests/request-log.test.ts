import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { fastify } from 'fastify'
import { requestLog } from './request-log.ts'

describe('the log of a request', () => {
  it('writes lines with the id of the request, as far as its level goes', async () => {
    const lines: string[] = []
    const server = fastify({
      logger: { level: 'warn', stream: { write: (line: string) => lines.push(line) } },
      logController: new fastify.LogController({ disableRequestLogging: true }),
      genReqId: () => 'request-1',
      childLoggerFactory: (log, bindings, options) => requestLog(log, bindings, options),
    })
    server.get('/', async ({ log }) => {
      log.info('not written')
      log.warn({ ms: 5 }, 'slow')
      log.child({ part: 'export' }).error('failed')
      return { level: log.level }
    })
    const answer = await server.inject('/')
    assert.deepEqual(answer.json(), { level: 'warn' })
    const written = lines.map((line) => JSON.parse(line))
    assert.deepEqual(
      written.map(({ reqId, level, msg, ms, part }) => ({ reqId, level, msg, ms, part })),
      [
        { reqId: 'request-1', level: 40, msg: 'slow', ms: 5, part: undefined },
        { reqId: 'request-1', level: 50, msg: 'failed', ms: undefined, part: 'export' },
      ],
    )
    await server.close()
  })
})
