import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { startServer, type TestServer } from '../support/server.ts'

describe('what crawlers read first', () => {
  let quire: TestServer
  before(async () => {
    quire = await startServer({ publicUrl: 'https://wiki.example' })
  })
  after(() => quire.close())
  const get = (url: string) => quire.server.inject({ method: 'GET', url })

  it('leads them to published sites only', async () => {
    const { statusCode, headers, body } = await get('/robots.txt')
    assert.deepEqual([statusCode, headers['content-type']], [200, 'text/plain; charset=utf-8'])
    assert.equal(body, 'User-agent: *\nAllow: /sites/\nDisallow: /\n')
  })

  it('names the interfaces of the server, which answer', async () => {
    const { headers, body } = await get('/llms.txt')
    assert.equal(headers['content-type'], 'text/plain; charset=utf-8')
    assert.match(body, /^# Quire\n\n> /)
    const addresses = [...body.matchAll(/\]\(https:\/\/wiki\.example([^)]+)\)/g)].map(
      ([, url = '']) => url,
    )
    assert.equal(addresses.length, 4)
    for (const url of addresses) assert.notEqual((await get(url)).statusCode, 404, url)
  })
})
