import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { startServer } from '../support/server.ts'

describe('GET /.well-known/security.txt', () => {
  const get = async (settings: Parameters<typeof startServer>[0]) => {
    const quire = await startServer(settings)
    try {
      return await quire.server.inject({ method: 'GET', url: '/.well-known/security.txt' })
    } finally {
      await quire.close()
    }
  }

  it('is not there without a contact', async () => {
    assert.equal((await get({})).statusCode, 404)
  })

  it('names the contact, for less than a year', async () => {
    const publicUrl = 'https://wiki.example'
    const answer = await get({ securityContact: 'mailto:security@example.com', publicUrl })
    assert.equal(answer.statusCode, 200)
    assert.equal(answer.headers['content-type'], 'text/plain; charset=utf-8')
    const fields = new Map(
      answer.body
        .trimEnd()
        .split('\n')
        .map((line) => [line.split(': ')[0], line.slice(line.indexOf(': ') + 2)]),
    )
    assert.equal(fields.get('Contact'), 'mailto:security@example.com')
    assert.equal(fields.get('Canonical'), 'https://wiki.example/.well-known/security.txt')
    const expires = Date.parse(fields.get('Expires') ?? '')
    assert.ok(expires > Date.now() && expires < Date.now() + 365 * 86_400_000)
  })
})
