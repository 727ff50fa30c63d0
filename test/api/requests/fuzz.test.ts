import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import fc from 'fast-check'
import { createKey } from '../../../server/domain/people/api-keys.ts'
import { anonymousCaller } from '../../../server/http/identity/browser-request.ts'
import { inputSchema } from '../../../server/operations/call.ts'
import { listOperations, type NamedOperation } from '../../../server/operations/index.ts'
import { isForPeople } from '../../../server/operations/operation.ts'
import { type StandIn, startStandIn } from '../../support/chats/chats.ts'
import { hostileBodies } from '../../support/hostile-bodies.ts'
import { bodyWith, endsSession, fillWorkspace, type Ids } from '../../support/isolation.ts'
import { openHosts } from '../../support/outside/webhooks.ts'
import { addPerson } from '../../support/people.ts'
import {
  addKey,
  type Answer,
  type Refusal,
  startServer,
  type TestServer,
} from '../../support/server.ts'
import { signIn, type Visitor } from '../../support/web/visitor.ts'

/** The same bodies in every run; `FUZZ_SEED` and `FUZZ_RUNS` try others. */
const seed = Number(process.env['FUZZ_SEED'] ?? 20_261_122)
const runs = Number(process.env['FUZZ_RUNS'] ?? 25)

/** The key or the session is gone: nothing would be tried any more. */
const callerLost = new Set(['INVALID_API_KEY', 'API_KEY_REVOKED', 'SIGN_IN_REQUIRED'])
/** What may be answered where a call goes on to another server. */
const passedOn = new Set(['BOT_UNREACHABLE', 'EMBEDDINGS_FAILED', 'MAIL_FAILED'])

const operations = listOperations().filter(
  ({ method, id }) => method === 'POST' && !endsSession.has(id) && id !== 'members.leave',
)

describe('bodies made at random', () => {
  let quire: TestServer
  let ada: Visitor
  let slack: StandIn
  let ids: Ids
  before(async () => {
    quire = await startServer({ rateLimit: 0, allowedHosts: openHosts('127.0.0.1') })
    slack = await startStandIn(() => ({
      body: { ok: true, team: 'T1', team_id: 'T1', user: 'quire', user_id: 'U1' },
    }))
    ada = await signIn(quire)
    const owner = { quire, visitor: ada, userId: quire.userId, key: quire.key }
    const settings = { mark: 'Garden', slackUrl: slack.url }
    ids = await fillWorkspace(owner, quire.workspaceId, settings)
    // Somebody to remove and a key to revoke, so that Ada and hers stay.
    const { userId } = await addPerson(quire, 'Mia', 'MEMBER')
    const spare = { userId: quire.userId, name: 'spare', expires: 'never' } as const
    const { id: keyId } = await createKey(quire.app.store, spare)
    ids = { ...ids, userId, keyId }
  })
  after(async () => {
    await quire.close()
    await slack.close()
  })

  const ask = (operation: NamedOperation, body: unknown, key: string): Promise<Answer> =>
    isForPeople(operation)
      ? ada.post(operation.path, Object(body))
      : quire.post(operation.path, body, key)

  function assertOrderly(answer: Answer, call: string): void {
    const { status, body } = answer
    if (status === 200) return
    const { code, message, errors, ...more } = body satisfies Refusal
    assert.equal(typeof code, 'string', call)
    assert.equal(typeof message, 'string', call)
    assert.deepEqual(Object.keys(more), [], call)
    assert.equal(errors !== undefined, code === 'VALIDATION_FAILED', call)
    assert.ok(!callerLost.has(code), call)
    assert.ok(status < 500 || passedOn.has(code), `${status} ${code} for ${call}`)
  }

  for (const operation of operations) {
    it(`never end ${operation.id} in a fault of the server`, async () => {
      // A body of the operation before may have ended the last one.
      const key = await addKey(quire)
      const input = inputSchema(operation, quire.app.contextFor(anonymousCaller))
      const arbitrary = hostileBodies({ input }, bodyWith({ ...operation, input }, ids))
      for (const body of fc.sample(arbitrary, { seed, numRuns: runs })) {
        const call = `${operation.path} ${JSON.stringify(body)?.slice(0, 500)}`
        assertOrderly(await ask(operation, body, key), call)
      }
    })
  }

  it('leave a sound store', async () => {
    assert.deepEqual(await quire.app.store.check(), [])
    const { status } = await quire.get('/v1/workspaces', await addKey(quire))
    assert.equal(status, 200)
  })
})
