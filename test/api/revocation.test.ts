import assert from 'node:assert/strict'
import { after, afterEach, before, describe, it } from 'node:test'
import type { App } from '../../server/app.ts'
import { updateAgent } from '../../server/domain/agents/changes.ts'
import { pauseAgent, resumeAgent } from '../../server/domain/agents/owners.ts'
import { disableUser } from '../../server/domain/people/accounts/disabling.ts'
import { createKey, revokeKey } from '../../server/domain/people/api-keys.ts'
import { dropMember, putMember } from '../../server/domain/people/members.ts'
import { endAllSessions } from '../../server/domain/people/sign-in/sessions.ts'
import { removeUser } from '../../server/domain/people/users.ts'
import { clock } from '../../server/lib/clock.ts'
import { type Person, addAgent, addPerson } from '../support/people.ts'
import { contextOf, openAnother, startServer, type TestServer } from '../support/server.ts'
import { openVisitor, password, setPassword, signIn } from '../support/web/visitor.ts'

const operator = { userId: '', via: 'cli' } as const
const realNow = clock.now

let quire: TestServer
/** The program once more on the same store, as an operator's command or another node has it. */
let elsewhere: App
before(async () => {
  quire = await startServer({ rateLimit: 0 })
  elsewhere = await openAnother(quire)
})
after(async () => {
  await elsewhere.close()
  await quire.close()
})
afterEach(() => {
  clock.now = realNow
})

let people = 0
const newMember = (): Promise<Person> => {
  people += 1
  return addPerson(quire, `Person${people}`, 'MEMBER')
}
const create = (key: string) =>
  quire.post('/v1/pages/create', { workspaceId: quire.workspaceId, title: 'A page' }, key)
const list = (key: string) => quire.post('/v1/pages/list', { workspaceId: quire.workspaceId }, key)

for (const { where, app } of [
  { where: 'this process', app: () => quire.app },
  { where: 'another process', app: () => elsewhere },
]) {
  describe(`a right taken away by ${where} is gone in the next request`, () => {
    it('when a key is revoked', async () => {
      const { userId } = await newMember()
      const created = await createKey(quire.app.store, { userId, name: 'short', expires: '7d' })
      for (let time = 0; time < 2; time += 1) assert.equal((await list(created.key)).status, 200)
      await revokeKey(app().store, created.id)
      const refused = await list(created.key)
      assert.deepEqual([refused.status, refused.body.code], [401, 'API_KEY_REVOKED'])
    })

    it('when a person becomes a viewer, and given back with the role', async () => {
      const { key, userId } = await newMember()
      for (let time = 0; time < 2; time += 1) assert.equal((await create(key)).status, 200)
      await putMember(app().store, quire.workspaceId, { userId, role: 'VIEWER' }, operator)
      assert.equal((await create(key)).status, 403)
      assert.equal((await list(key)).status, 200)
      await putMember(app().store, quire.workspaceId, { userId, role: 'MEMBER' }, operator)
      assert.equal((await create(key)).status, 200)
    })

    it('when a person leaves the workspace', async () => {
      const { key, userId } = await newMember()
      for (let time = 0; time < 2; time += 1) assert.equal((await list(key)).status, 200)
      await dropMember(app().store, quire.workspaceId, userId, operator)
      const refused = await list(key)
      assert.deepEqual([refused.status, refused.body.code], [403, 'FORBIDDEN'])
    })

    it('when a person is removed, with keys and sessions', async () => {
      const { key, email, userId } = await newMember()
      const visitor = openVisitor(quire)
      await setPassword(quire, userId)
      assert.equal((await visitor.post('/app/session/create', { email, password })).status, 200)
      for (let time = 0; time < 2; time += 1) {
        assert.equal((await list(key)).status, 200)
        assert.equal((await visitor.post('/app/session/get')).status, 200)
      }
      await removeUser(app().store, email)
      assert.equal((await list(key)).status, 401)
      assert.equal((await visitor.post('/app/session/get')).status, 401)
    })

    it('when an agent is paused or has another role, and given back', async () => {
      const { workspaceId } = quire
      const { key, userId: agentId } = await addAgent(quire, 'Robo', 'write')
      const agent = { workspaceId, agentId }
      const context = () => ({ ...contextOf(quire), store: app().store })
      for (let time = 0; time < 2; time += 1) assert.equal((await create(key)).status, 200)
      await pauseAgent(context(), agent)
      for (const refused of [await list(key), await quire.get('/v1/workspaces', key)]) {
        assert.deepEqual([refused.status, refused.body.code], [403, 'FORBIDDEN'])
      }
      await resumeAgent(context(), agent)
      assert.equal((await create(key)).status, 200)
      await updateAgent(context(), { ...agent, role: 'read' })
      assert.equal((await create(key)).status, 403)
      assert.equal((await list(key)).status, 200)
    })

    it('when the owner of an agent is disabled or leaves', async () => {
      const [first, second] = [await newMember(), await newMember()]
      const asOwner = ({ userId }: Person) => addAgent({ ...quire, userId }, 'Robo', 'write')
      const [ofFirst, ofSecond] = [await asOwner(first), await asOwner(second)]
      for (const { key } of [ofFirst, ofSecond]) assert.equal((await list(key)).status, 200)
      await disableUser(app().store, first.email)
      await dropMember(app().store, quire.workspaceId, second.userId, operator)
      for (const { key } of [ofFirst, ofSecond]) {
        const { status, body } = await list(key)
        assert.deepEqual([status, body.code], [403, 'FORBIDDEN'])
        assert.match(body.message, /because its owner no longer has write access/)
      }
    })

    it('when a person signs out everywhere', async () => {
      const { email, userId } = await newMember()
      await setPassword(quire, userId)
      const visitor = openVisitor(quire)
      assert.equal((await visitor.post('/app/session/create', { email, password })).status, 200)
      for (let time = 0; time < 2; time += 1) {
        assert.equal((await visitor.post('/app/session/get')).status, 200)
      }
      await endAllSessions(contextOf({ app: app(), userId }))
      assert.equal((await visitor.post('/app/session/get')).status, 401)
    })
  })
}

describe('a right that ends by itself', () => {
  it('is gone when its time has come, though nothing was written since', async () => {
    const { userId } = await newMember()
    const created = await createKey(quire.app.store, { userId, name: 'short', expires: '7d' })
    for (let time = 0; time < 2; time += 1) assert.equal((await list(created.key)).status, 200)
    const end = created.expiresAt ?? 0
    clock.now = () => end - 1
    assert.equal((await list(created.key)).status, 200)
    clock.now = () => end
    const refused = await list(created.key)
    assert.deepEqual([refused.status, refused.body.code], [401, 'API_KEY_EXPIRED'])
  })

  it('ends a session as well', async () => {
    const visitor = await signIn(quire, await newMember())
    for (let time = 0; time < 2; time += 1) {
      assert.equal((await visitor.post('/app/session/get')).status, 200)
    }
    clock.now = () => realNow() + 31 * 86_400_000
    assert.equal((await visitor.post('/app/session/get')).status, 401)
  })
})
