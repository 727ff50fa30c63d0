import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { startServer } from '../support/server.ts'
import { openVisitor, password, signIn } from '../support/web/visitor.ts'

describe('signIn.methods', () => {
  it('tells what this server is set for', async () => {
    const from = 'q@example.com'
    for (const mail of [undefined, { url: 'smtp://127.0.0.1:1', from }]) {
      const quire = await startServer({ mail })
      const { body } = await openVisitor(quire).post<{ mail: boolean; password: boolean }>(
        '/app/sign-in/methods',
      )
      assert.equal(body.mail, mail !== undefined)
      assert.equal(body.password, true)
      await quire.close()
    }
  })

  it('tells a stranger how long a new password has to be, and that is what counts', async () => {
    const quire = await startServer()
    const ada = await signIn(quire)
    const lengthShown = async () => {
      const { body } = await openVisitor(quire).post<{ passwordLength: number }>(
        '/app/sign-in/methods',
      )
      return body.passwordLength
    }
    assert.equal(await lengthShown(), 8)
    await ada.post('/app/server-settings/update', { passwordLength: 24 })
    assert.equal(await lengthShown(), 24)
    const next = 'pelican tram oboe fjord'
    const change = { current: password, next }
    const refused = await ada.post('/app/profile/change-password', change)
    assert.deepEqual(
      refused.body.errors.map(({ path, message }) => [path, message]),
      [['/next', 'must be at least 24 characters']],
    )
    const longer = await ada.post('/app/profile/change-password', { ...change, next: `${next}s` })
    assert.equal(longer.status, 200)
    await quire.close()
  })
})
