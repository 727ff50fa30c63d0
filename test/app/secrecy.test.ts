import assert from 'node:assert/strict'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, describe, it } from 'node:test'
import { initialize, runCommand, startProcess } from '../support/processes/process.ts'

let dataFolder = ''
before(async () => {
  dataFolder = await mkdtemp(join(tmpdir(), 'quire-secrecy-'))
})
after(() => rm(dataFolder, { recursive: true, force: true }))

describe('signing in with all that goes wrong, logged as much as can be', () => {
  it('leaves no password, token, code or cookie in a log or an answer', async () => {
    const settings = { dataFolder, environment: { LOG_LEVEL: 'trace' } }
    const { workspaceId } = await initialize(settings)
    const link = await runCommand(['user', 'reset-link', 'ada@example.com'], { dataFolder })
    const token = link.stdout.trim().split('#')[1] ?? ''
    const password = 'tr0ub4dor and three'
    const server = await startProcess(settings)
    let cookie = ''
    const post = async (path: string, body: object | string) => {
      const headers = { 'content-type': 'application/json', origin: server.address, cookie }
      const sent = typeof body === 'string' ? body : JSON.stringify(body)
      return fetch(server.address + path, { method: 'POST', headers, body: sent })
    }
    assert.equal((await post('/app/password/reset', { token, password })).status, 200)
    const email = 'ada@example.com'
    const wrong = 'wr0ng one, but nearly'
    assert.equal((await post('/app/session/create', { email, password: wrong })).status, 401)
    const signedIn = await post('/app/session/create', { email, password })
    cookie = (signedIn.headers.getSetCookie()[0] ?? '').split(';')[0] ?? ''
    const secret = cookie.split('=')[1] ?? ''
    assert.match(secret, /^[\w-]{32}$/)
    const created = await post('/app/invitations/create', { workspaceId, role: 'MEMBER' })
    const { url } = (await created.json()) as { url: string }
    const invitation = url.split('#')[1] ?? ''
    const answers = [
      await post('/app/session/get', {}),
      await post('/app/session/list', {}),
      await post('/app/session/create', `{"password": "${password}"`),
      await post('/app/session/create', { email: 5, password }),
      await post('/app/invitations/list', { workspaceId }),
      await post('/app/nothing', { password }),
      await fetch(`${server.address}/app/oidc/callback?code=c0de&state=${secret}`),
    ]
    const texts = await Promise.all(answers.map((answer) => answer.text()))
    const { stdout, stderr } = await server.stop()
    for (const text of [stdout, stderr, ...texts]) {
      for (const hidden of [password, wrong, secret, token, invitation, 'argon2']) {
        assert.ok(!text.includes(hidden), `${hidden} in ${text}`)
      }
    }
  })

  it('ends a session on every process in the very next request', async () => {
    const [one, other] = [await startProcess({ dataFolder }), await startProcess({ dataFolder })]
    const send = (address: string, path: string, cookie = '', body: object = {}) =>
      fetch(address + path, {
        method: 'POST',
        headers: { 'content-type': 'application/json', origin: address, cookie },
        body: JSON.stringify(body),
      })
    const credentials = { email: 'ada@example.com', password: 'tr0ub4dor and three' }
    const signedIn = await send(one.address, '/app/session/create', '', credentials)
    const cookie = (signedIn.headers.getSetCookie()[0] ?? '').split(';')[0] ?? ''
    assert.equal((await send(other.address, '/app/session/get', cookie)).status, 200)
    assert.equal((await send(one.address, '/app/session/remove-all', cookie)).status, 200)
    assert.equal((await send(other.address, '/app/session/get', cookie)).status, 401)
    await Promise.all([one.stop(), other.stop()])
  })
})
