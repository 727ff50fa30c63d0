import assert from 'node:assert/strict'
import { mkdtemp, mkdir, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, describe, it } from 'node:test'
import { brotliCompressSync } from 'node:zlib'
import { type FastifyInstance, fastify } from 'fastify'
import { appAddresses, movedAddresses } from './app-addresses.ts'
import { sendError } from './errors.ts'
import { rejectUnknownRoutes } from './requests/unknown.ts'
import { routeWeb } from './web.ts'

let folder: string
let server: FastifyInstance

async function serve(folder: string, hasOfflinePages = true): Promise<FastifyInstance> {
  const server = fastify()
  server.setErrorHandler(sendError)
  rejectUnknownRoutes(server)
  await routeWeb(server, { folder, hasOfflinePages })
  return server
}

before(async () => {
  folder = await mkdtemp(join(tmpdir(), 'quire-web-'))
  await mkdir(join(folder, 'assets'))
  await writeFile(join(folder, 'index.html'), '<!doctype html><title>Quire</title>')
  await writeFile(join(folder, 'assets', 'index-AbCd.js'), 'export {}')
  await writeFile(join(folder, 'assets', 'index-AbCd.js.br'), brotliCompressSync('export {}'))
  await writeFile(join(folder, 'service-worker.js'), 'self')
  server = await serve(folder)
})
after(async () => {
  await server.close()
  await rm(folder, { recursive: true })
})

describe('the web app', () => {
  it('is refused as a file by its own name, and beside its folder', async () => {
    for (const url of [
      '/index.html',
      '/assets/..%2Findex.html',
      '/assets/',
      '/assets/none.js',
      '/nowhere',
      '/settings/nowhere',
      '/pages/x/nowhere',
      '/agents',
    ]) {
      assert.equal((await server.inject(url)).statusCode, 404, url)
    }
  })

  it('is answered whole to who asks for a part of it, in or beyond it', async () => {
    for (const url of ['/', '/pages/x']) {
      const { statusCode } = await server.inject({ url, headers: { range: 'bytes=99999999-' } })
      assert.equal(statusCode, 200, url)
    }
  })

  it('says so in a page to a person, and in JSON to a program, where nothing is', async () => {
    const accept = 'text/html,application/xhtml+xml,*/*;q=0.8'
    const visit = await server.inject({ url: '/nowhere/<b>', headers: { accept } })
    assert.equal(visit.statusCode, 404)
    assert.match(visit.headers['content-type'] ?? '', /^text\/html/)
    assert.match(visit.body, /There is nothing at this address/)
    assert.doesNotMatch(visit.body, /<b>/)
    for (const url of ['/v1/nowhere', '/app/nowhere', '/files/a/b']) {
      assert.equal((await server.inject({ url, headers: { accept } })).json().code, 'NOT_FOUND')
    }
    assert.equal((await server.inject('/nowhere')).json().code, 'NOT_FOUND')
  })

  it('is the same document at each of its addresses, kept by no cache', async () => {
    const addresses = [...appAddresses, ...movedAddresses].map((address) =>
      address.replaceAll(/:\w+/g, 'some-id'),
    )
    for (const url of [...addresses, '/setup?a=1']) {
      const answer = await server.inject(url)
      assert.equal(answer.statusCode, 200, url)
      assert.equal(answer.headers['content-type'], 'text/html; charset=utf-8')
      assert.equal(answer.headers['cache-control'], 'no-store')
      assert.equal(answer.headers['etag'], undefined)
      assert.match(answer.body, /<title>Quire/)
    }
  })

  it('may be framed by nobody, runs scripts of its own files only, and tells nobody where one was', async () => {
    const { headers } = await server.inject('/')
    const policy = String(headers['content-security-policy'])
    assert.match(policy, /(?:^|; )default-src 'none'(?:;|$)/)
    assert.match(policy, /(?:^|; )script-src 'self'(?:;|$)/)
    assert.match(policy, /(?:^|; )frame-ancestors 'none'(?:;|$)/)
    assert.match(policy, /(?:^|; )connect-src 'self'(?:;|$)/)
    assert.equal(headers['x-frame-options'], 'DENY')
    assert.equal(headers['x-content-type-options'], 'nosniff')
    assert.equal(headers['referrer-policy'], 'same-origin')
    assert.match(String(headers['permissions-policy']), /camera=\(\)/)
  })

  it('has files that are kept for ever, compressed for who takes that', async () => {
    const url = '/assets/index-AbCd.js'
    const plain = await server.inject({ url, headers: { 'accept-encoding': 'identity' } })
    assert.equal(plain.headers['content-encoding'], undefined)
    assert.equal(plain.body, 'export {}')
    assert.match(String(plain.headers['content-type']), /^(?:text|application)\/javascript/)
    assert.equal(plain.headers['cache-control'], 'public, max-age=31536000, immutable')
    const small = await server.inject({ url, headers: { 'accept-encoding': 'gzip, br' } })
    assert.equal(small.headers['content-encoding'], 'br')
    assert.equal(small.headers['x-content-type-options'], 'nosniff')
  })

  it('has a service worker that is asked for anew each time, under the same policy', async () => {
    const { statusCode, headers, body } = await server.inject('/service-worker.js')
    assert.equal(statusCode, 200)
    assert.equal(body, 'self')
    assert.match(String(headers['content-type']), /^(?:text|application)\/javascript/)
    assert.equal(headers['cache-control'], 'no-cache')
    assert.equal(headers['service-worker-allowed'], undefined)
    assert.equal(headers['x-content-type-options'], 'nosniff')
    const page = await server.inject('/')
    assert.equal(headers['content-security-policy'], page.headers['content-security-policy'])
    const again = await server.inject({
      url: '/service-worker.js',
      headers: { 'if-none-match': String(headers['etag']) },
    })
    assert.equal(again.statusCode, 304)
  })

  it('has no service worker where pages are not kept for reading offline, or none is built', async () => {
    const off = await serve(folder, false)
    const bare = await serve(join(folder, 'nothing'))
    for (const server of [off, bare]) {
      for (const method of ['GET', 'HEAD'] as const) {
        const { statusCode } = await server.inject({ method, url: '/service-worker.js' })
        assert.equal(statusCode, 404)
      }
      await server.close()
    }
  })

  it('says how it is built where it is not', async () => {
    const bare = await serve(join(folder, 'nothing'))
    const { statusCode, body } = await bare.inject('/')
    await bare.close()
    assert.equal(statusCode, 503)
    assert.match(body, /npm run build/)
  })
})
