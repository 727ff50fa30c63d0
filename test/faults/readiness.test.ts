import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { initialize, startProcess } from '../support/processes/process.ts'
import { startServer, type TestServer } from '../support/server.ts'
import { until } from '../support/until.ts'
import { withFolder } from './caller.ts'

describe('/readyz', () => {
  let quire: TestServer
  before(async () => {
    quire = await startServer()
  })
  after(() => quire.close())

  it('answers 503 after the disk reported an error, though it works now', async () => {
    assert.equal((await quire.get('/readyz')).status, 200)
    quire.app.diskFaults.note(Object.assign(new Error('EIO: i/o error, read'), { code: 'EIO' }))
    const { status, body, headers } = await quire.get('/readyz')
    assert.deepEqual(
      [status, body.code, String(headers['retry-after'])],
      [503, 'STORAGE_FAILED', '1'],
    )
    assert.match(body.message, /reported an error \d+ s ago\. See the kernel log/)
    assert.equal((await quire.get('/healthz')).status, 200)
  })

  it('is one warning in the log when it fails, without a stack', () =>
    withFolder(async (dataFolder) => {
      await initialize({ dataFolder })
      const environment = { LOG_LEVEL: 'warn', DRAIN_SECONDS: '2' }
      const server = await startProcess({ dataFolder, environment })
      process.kill(server.pid, 'SIGTERM')
      await until(async () => (await fetch(`${server.address}/readyz`)).status === 503)
      const { stderr } = await server.ended
      const lines = stderr.trim().split('\n')
      assert.ok(lines.length > 0)
      for (const line of lines) {
        const { level, msg, err } = JSON.parse(line)
        assert.deepEqual([level, err], [40, undefined])
        assert.match(msg, /^\/readyz failed: This node is stopping\./)
      }
    }))
})
