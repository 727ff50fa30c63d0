import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { addFile, addPage } from '../../support/pages.ts'
import { startServer, type TestServer } from '../../support/server.ts'
import { openWire, statusesIn } from '../../support/wire.ts'

let quire: TestServer
let fileId: string

before(async () => {
  quire = await startServer({ logLevel: 'trace' })
  const content = 'x'.repeat(1_000_000)
  fileId = await addFile(quire, await addPage(quire, 'Page'), { name: 'secret-name.txt', content })
})
after(() => quire.close())

describe('a fault of the server', () => {
  it('is answered with no detail, and logged with the request id but no key', async (context) => {
    const fault = Object.assign(new Error(`ENOENT: open '${quire.dataFolder}'`), { code: 'ENOENT' })
    const broken = context.mock.method(quire.app.store, 'get', () => Promise.reject(fault))
    const written = context.mock.method(process.stderr, 'write', () => true)
    const { status, body, headers } = await quire.get(`/files/${fileId}`)
    written.mock.restore()
    broken.mock.restore()
    assert.equal(status, 500)
    assert.deepEqual(Object.keys(body), ['code', 'message'])
    assert.equal(body.code, 'INTERNAL')
    for (const detail of ['ENOENT', quire.dataFolder, 'at ']) {
      assert.ok(!JSON.stringify(body).includes(detail))
    }
    for (const name of ['etag', 'content-disposition']) assert.equal(headers[name], undefined, name)
    assert.doesNotMatch(String(headers['cache-control']), /max-age/)
    assert.match(String(headers['content-type']), /^application\/json/)
    const log = written.mock.calls.map((call) => String(call.arguments[0])).join('')
    assert.ok(log.includes(String(headers['x-request-id'])))
    assert.match(log, /"level":50.*ENOENT/)
    assert.ok(!log.includes(quire.key) && !log.includes(quire.key.slice(8)))
  })
})

describe('a download that is broken off', () => {
  it('leaves the server as it was, and no key in its log', async (context) => {
    const fresh = await startServer({ logLevel: 'trace' })
    context.after(() => fresh.close())
    const address = await fresh.server.listen({ host: '127.0.0.1', port: 0 })
    const content = Buffer.alloc(1_048_576, 'x')
    const id = await addFile(fresh, await addPage(fresh, 'Page'), { content })
    const written = context.mock.method(process.stderr, 'write', () => true)
    const request = `GET /files/${id} HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer ${fresh.key}\r\n\r\n`
    for (let time = 0; time < 20; time += 1) {
      const wire = await openWire(address)
      await wire.send(request.repeat(4))
      await wire.until(/\r\n\r\nx/)
      wire.socket.destroy()
    }
    const complete = await openWire(address)
    await complete.send(request.replace('\r\n\r\n', '\r\nConnection: close\r\n\r\n'))
    const received = await complete.closed()
    written.mock.restore()
    assert.deepEqual(statusesIn(received), [200])
    assert.ok(received.length > content.length)
    const log = written.mock.calls.map((call) => String(call.arguments[0])).join('')
    assert.ok(!log.includes(fresh.key.slice(8)))
    assert.doesNotMatch(log, /"level":[56]0/)
  })
})
