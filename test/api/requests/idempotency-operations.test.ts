import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { call } from '../../../server/operations/call.ts'
import { isSecret } from '../../../server/operations/fields.ts'
import {
  listOperations,
  type NamedOperation,
  type OperationId,
} from '../../../server/operations/index.ts'
import { isForPeople } from '../../../server/operations/operation.ts'
import type { Store } from '../../../server/store/index.ts'
import { type StandIn, startStandIn } from '../../support/chats/chats.ts'
import { bodyWith, fillWorkspace, type Ids } from '../../support/isolation.ts'
import { openHosts } from '../../support/outside/webhooks.ts'
import { addWorkspace } from '../../support/people.ts'
import { contextOf, startServer, type TestServer } from '../../support/server.ts'
import { addSkillLink } from '../../support/skills/skills.ts'
import { signIn, type Visitor } from '../../support/web/visitor.ts'

const operations = listOperations().filter((operation) => !isForPeople(operation))
/**
 * Change nothing that anybody asked for: a message with its log, counts that are kept for the next reader, and skills that
 * are published without a review, which the job does too.
 */
const exceptions: ReadonlySet<OperationId> = new Set<OperationId>([
  'webhooks.test',
  'workspaces.stats',
  'skills.compare',
  'skills.files',
  'skills.list',
  'skills.readFile',
  'skills.versions',
  'skillUses.list',
])

let quire: TestServer
let ada: Visitor
let slack: StandIn
before(async () => {
  quire = await startServer({ rateLimit: 0, allowedHosts: openHosts('127.0.0.1') })
  ada = await signIn(quire)
  slack = await startStandIn(() => ({
    body: { ok: true, team: 'T', team_id: 'T', user: 'quire', user_id: 'U1' },
  }))
})
after(async () => {
  await quire.close()
  await slack.close()
})

async function fill(name: string): Promise<Ids> {
  const { userId, key } = quire
  const workspaceId = await addWorkspace(quire, name)
  const owner = { quire, visitor: ada, userId, key }
  return fillWorkspace(owner, workspaceId, { mark: name, slackUrl: slack.url })
}

function fieldsOf({ output }: NamedOperation): Record<string, object> {
  return 'properties' in output ? Object(output.properties) : {}
}

function send(operation: NamedOperation, body: object, key: string) {
  return quire.request<{ code?: string; secret?: string }>({
    method: operation.method,
    url: operation.path,
    headers: {
      authorization: `Bearer ${quire.key}`,
      'content-type': 'application/json',
      'idempotency-key': key,
    },
    payload: JSON.stringify(body),
  })
}

/** What has to be done first, so that there is something to do. */
const firstSteps: Partial<Record<OperationId, OperationId>> = {
  'trash.restore': 'trash.remove',
  'trash.purge': 'trash.remove',
  'trash.empty': 'trash.remove',
  'sites.update': 'sites.publish',
  'sites.unpublish': 'sites.publish',
  'proposals.accept': 'proposals.setProposalSettings',
  'imports.pause': 'imports.start',
  'imports.resume': 'imports.start',
}

/** Puts the title of the page to link to into the block of the example. */
async function nameTarget({ id }: NamedOperation, body: Record<string, unknown>): Promise<void> {
  if (id !== 'pageLinks.link') return
  const { workspaceId, pageId, targetPageId } = body
  const text = (value: string) => ({ type: 'paragraph', content: [{ type: 'text', text: value }] })
  const content = { type: 'doc', content: [text('First.'), text('See Plan.')] }
  for (const change of [
    { pageId: targetPageId, title: 'Plan' },
    { pageId, content },
  ]) {
    const updated = await quire.post('/v1/pages/update', { workspaceId, ...change })
    assert.equal(updated.status, 200)
  }
}

describe('an operation that writes', () => {
  for (const operation of operations.filter(({ writes }) => writes === true)) {
    it(`gives its first answer again: ${operation.id}`, async () => {
      const ids = await fill(operation.id)
      const first = operations.find(({ id }) => id === firstSteps[operation.id])
      if (first !== undefined) await send(first, bodyWith(first, ids), `before ${operation.id}`)
      const {
        parentId: _top,
        prevPageId: _first,
        heading: _none,
        chatConnectionId: _notLinked,
        ...rest
      } = Object(bodyWith(operation, ids))
      const body = operation.noun === 'comments' ? bodyWith(operation, ids) : rest
      await nameTarget(operation, body)
      if (operation.id === 'skillLinks.revoke') {
        const { workspaceId, pageId } = body
        body.linkId = await addSkillLink({ ...quire, workspaceId }, pageId)
      }
      const created = await send(operation, body, operation.id)
      assert.equal(created.status, 200, JSON.stringify(created.body))
      const again = await send(operation, body, operation.id)
      const stored = Object.fromEntries(
        Object.entries(created.body).filter(([field]) => !isSecret(fieldsOf(operation)[field])),
      )
      assert.deepEqual([again.status, again.body], [200, stored])
      assert.equal(again.headers['idempotency-replayed'], 'true')
    })
  }
})

describe('an operation that does not say that it writes', () => {
  const readers = operations.filter(({ writes, id }) => writes !== true && !exceptions.has(id))

  it('opens no transaction', async () => {
    const ids = await fill('Read only')
    const context = contextOf(quire)
    const opened: string[] = []
    for (const operation of readers) {
      const note = () => {
        opened.push(operation.id)
        throw new TypeError('a transaction')
      }
      const store: Store = {
        ...context.store,
        transact: note,
        transactIn: note,
        transactAlone: note,
      }
      const body = operation.method === 'GET' ? {} : bodyWith(operation, ids)
      await call(operation, { ...context, store }, body).catch(() => undefined)
    }
    assert.deepEqual(opened, [])
  })
})
