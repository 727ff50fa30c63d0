import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { startServer } from '../support/server.ts'
import { openVisitor } from '../support/visitor.ts'

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
})
