import assert from 'node:assert/strict'
import { createServer, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { after, before, describe, it } from 'node:test'
import { createRequests } from './s3-requests.ts'

const keys = { region: 'us-east-1', accessKeyId: 'test', secretAccessKey: 'secret' }

describe('createRequests', () => {
  let answer: (response: ServerResponse) => void = () => undefined
  const service = createServer((_request, response) => answer(response))
  let url = ''
  before(async () => {
    await new Promise<void>((resolve) => service.listen(0, '127.0.0.1', resolve))
    // SAFETY: it listens on a port.
    url = `http://127.0.0.1:${(service.address() as AddressInfo).port}/quire`
  })
  after(() => {
    service.closeAllConnections()
    service.close()
  })

  it('reads for longer than a minute, and ends when no byte arrives for a minute', async (test) => {
    test.mock.timers.enable({ apis: ['setTimeout'] })
    let sent: ServerResponse | undefined
    answer = (response) => {
      sent = response
      response.write('first')
    }
    const { bytes } = await createRequests({ url, ...keys })({ method: 'GET', key: 'a' })
    const chunks = bytes()
    await chunks.next()
    for (const text of ['second', 'third', 'fourth']) {
      const next = chunks.next()
      test.mock.timers.tick(40_000)
      sent?.write(text)
      assert.equal(Buffer.from((await next).value ?? []).toString(), text)
    }
    const stalled = chunks.next()
    test.mock.timers.tick(60_001)
    await assert.rejects(stalled, { code: 'BUSY' })
  })

  it('stops reading an endless list', async () => {
    let sentBytes = 0
    const chunk = Buffer.alloc(256 * 1024)
    answer = (response) => {
      const send = () => {
        sentBytes += chunk.length
        if (sentBytes < 64 * 1024 * 1024) response.write(chunk, send)
        else response.end()
      }
      send()
    }
    const { text } = await createRequests({ url, ...keys })({ method: 'GET', key: '' })
    await assert.rejects(text(), { code: 'BUSY' })
  })
})
