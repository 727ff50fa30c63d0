import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { listOperations } from '../../../server/operations/index.ts'
import { isForPeople } from '../../../server/operations/operation.ts'
import { addPage } from '../../support/pages.ts'
import { startServer, type TestServer } from '../../support/server.ts'
import { signIn, type Visitor } from '../../support/web/visitor.ts'

let quire: TestServer
let browser: Visitor
before(async () => {
  quire = await startServer({ rateLimit: 0 })
  browser = await signIn(quire)
})
after(() => quire.close())

const list = listOperations()
const changing = list.filter(({ changesAccess }) => changesAccess === true)

/** Nouns whose operations decide who can do something. */
const nouns = new Set([
  'accounts',
  'agentAccounts',
  'agentCredentials',
  'chatSubscriptions',
  'groups',
  'invitations',
  'keys',
  'links',
  'members',
  'permissions',
  'serverSettings',
  'sites',
  'skillLinks',
  'webhooks',
])

/** Operations of these nouns that read, or that change nobody's access by their fields. */
const others = new Set([
  'agentCredentials.setWebhook',
  'chatSubscriptions.remove',
  'chatSubscriptions.test',
  'invitations.accept',
  'links.open',
  'members.leave',
  'members.resetLink',
  // It is private in any case.
  'permissions.createPrivatePage',
  'permissions.deleteHidden',
  'webhooks.remove',
  'webhooks.rotateSecret',
  'webhooks.test',
])
const reads =
  /\.(?:get|list|listKeys|listEventTypes|ofWorkspace|members|hidden|previewMove|sharedWithMe)$/

describe('operations that grant or narrow access', () => {
  it('are all declared as such', () => {
    const missing = list.filter(
      ({ noun, id, changesAccess }) =>
        nouns.has(noun) && changesAccess !== true && !reads.test(id) && !others.has(id),
    )
    assert.deepEqual(
      missing.map(({ id }) => id),
      [],
    )
  })

  for (const operation of changing) {
    it(`${operation.id} refuses an unknown field and says which ones it has`, async () => {
      const input = { ...operation.example, everone: null }
      const { status, body, headers } = isForPeople(operation)
        ? await browser.post(operation.path, input)
        : await quire.post(operation.path, input)
      assert.equal(status, 400)
      const names = Object.keys(operation.input.properties).join(', ')
      assert.deepEqual(
        body.errors.filter(({ rule }) => rule === 'additionalProperties'),
        [
          {
            path: '/everone',
            rule: 'additionalProperties',
            message: `is not a known field, and nothing was changed; ${names === '' ? 'there are none' : `use ${names}`}`,
          },
        ],
      )
      assert.equal(headers['quire-ignored-fields'], undefined)
    })
  }
})

describe('POST /v1/permissions/update', () => {
  const update = (pageId: string, change: object) =>
    quire.post('/v1/permissions/update', { workspaceId: quire.workspaceId, pageId, ...change })

  it('leaves access as it is after a misspelt field, also within a list', async () => {
    const pageId = await addPage(quire, 'Salaries')
    const slip = await update(pageId, { inherits: false, everone: null })
    assert.deepEqual([slip.status, slip.body.code], [400, 'VALIDATION_FAILED'])
    const grants = [{ principalId: quire.userId, levle: 'read', level: 'manage' }]
    const nested = await update(pageId, { grants })
    assert.deepEqual(
      nested.body.errors.map(({ path, message }) => [path, message]),
      [
        [
          '/grants/0/levle',
          'is not a known field, and nothing was changed; use principalId, level',
        ],
      ],
    )
    const { body } = await quire.post<{ isSection: boolean }>('/v1/permissions/get', {
      workspaceId: quire.workspaceId,
      pageId,
    })
    assert.equal(body.isSection, false)
  })

  it('lists unknown names beside everything else that is wrong, ten of them and shortened', async () => {
    const many = Object.fromEntries(Array.from({ length: 300 }, (_, index) => [`x${index}`, 1]))
    const { body } = await update('nothing', { ['y/'.repeat(500)]: 1, ...many })
    const paths = body.errors.map(({ path }) => path)
    assert.equal(paths.length, 11)
    assert.ok(paths.includes('/pageId') && paths.includes('/x8'))
    assert.ok(paths.every((path) => path.length < 200))
  })
})

describe('other operations', () => {
  it('drop unknown fields', async () => {
    const { status, headers } = await quire.post('/v1/pages/create', {
      workspaceId: quire.workspaceId,
      title: 'Kept',
      everone: null,
    })
    assert.deepEqual([status, headers['quire-ignored-fields']], [200, 'everone'])
  })
})
