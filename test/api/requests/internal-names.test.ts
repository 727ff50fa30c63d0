import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { addPerson, addWorkspace, type Person } from '../../support/people.ts'
import { startServer, type TestServer } from '../../support/server.ts'

let quire: TestServer
let bob: Person
before(async () => {
  quire = await startServer()
  bob = await addPerson(quire, 'Bob')
})
after(() => quire.close())

describe('an address that leads inside', () => {
  const refusalOf = async (workspaceId: string, key: string) => {
    const body = { workspaceId, url: 'http://localhost:9077/', events: ['*'] }
    const answer = await quire.post('/v1/webhooks/create', body, key)
    assert.equal(answer.status, 400)
    return answer.body.message
  }

  it('tells the owner of a workspace nothing of where the name leads', async () => {
    const message = await refusalOf(await addWorkspace(quire, 'Bobs', bob.userId), bob.key)
    assert.match(message, /localhost does not resolve to a public address/)
    assert.doesNotMatch(message, /127\.|::1/)
  })

  it('tells an administrator of the server', async () => {
    const message = await refusalOf(quire.workspaceId, quire.key)
    assert.match(
      message,
      /localhost does not resolve to a public address but to (?:127\.0\.0\.1|::1)/,
    )
  })
})
