import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { dropMember } from '../../../server/domain/people/members.ts'
import {
  listOperations,
  type NamedOperation,
  type Noun,
  type OperationId,
} from '../../../server/operations/index.ts'
import { type StandIn, startStandIn } from '../../support/chats/chats.ts'
import {
  bodyWith,
  fillWorkspace,
  type Ids,
  namingFields,
  rowsOf,
  unknownIds,
} from '../../support/isolation.ts'
import { openHosts } from '../../support/outside/webhooks.ts'
import { addPage, markdownOf } from '../../support/pages.ts'
import { addPerson, addWorkspace, type Person } from '../../support/people.ts'
import { addKey, type Answer, startServer, type TestServer } from '../../support/server.ts'
import { signIn } from '../../support/web/visitor.ts'

/** Stands in every text of the workspace that nobody outside may see. */
const secret = 'Xylophone-7231'

/** Change the caller's own account or make something new, and name nothing that somebody else could own. */
const ownAccount: ReadonlySet<OperationId | Noun> = new Set<OperationId | Noun>([
  'session.removeAll',
  'profile',
  'totp',
  'passkeys.begin',
  'passkeys.finish',
  'workspaceSettings.create',
])

type Ask = <Body = unknown>(
  route: Pick<NamedOperation, 'method' | 'path'>,
  body: unknown,
) => Promise<Answer<Body>>
type Caller = { name: string; ask: Ask; own: Ids | undefined }

const operations = listOperations().filter(
  ({ access, id, noun }) => access !== 'public' && !ownAccount.has(id) && !ownAccount.has(noun),
)

let quire: TestServer
let slack: StandIn
let victim: Ids
let own: Ids
let callers: Caller[]
let rowsBefore: string[]

const marks = () => [victim['workspaceId'] ?? '', quire.userId]

before(async () => {
  quire = await startServer({ rateLimit: 0, allowedHosts: openHosts('127.0.0.1') })
  slack = await startStandIn(({ headers }) => {
    const team = headers.authorization ?? ''
    return { body: { ok: true, team, team_id: team, user: 'quire', user_id: 'U1' } }
  })
  const ada = await signIn(quire)
  const owner = { quire, visitor: ada, userId: quire.userId, key: quire.key }
  const settings = { mark: secret, slackUrl: slack.url }
  victim = await fillWorkspace(owner, quire.workspaceId, settings)

  const bob = await addPerson(quire, 'Bob')
  const elsewhere = await addWorkspace(quire, 'Elsewhere', bob.userId)
  const bobSignedIn = await signIn(quire, bob)
  own = await fillWorkspace({ quire, visitor: bobSignedIn, ...bob }, elsewhere, {
    mark: 'Own',
    slackUrl: slack.url,
  })
  const outsider = await addPerson(quire, 'Stranger')
  const removed = await addRemovedAdmin()
  const limited = await addKey(quire, { workspaceIds: [elsewhere] })
  callers = [
    { name: 'nobody', ask: byKey(null), own: undefined },
    { name: 'the key of a person in no workspace', ask: byKey(outsider.key), own: undefined },
    {
      name: 'a browser of a person in no workspace',
      ask: await byBrowser(outsider),
      own: undefined,
    },
    { name: 'the key of a removed administrator', ask: byKey(removed.key), own: undefined },
    { name: 'a browser of a removed administrator', ask: removed.ask, own: undefined },
    { name: 'a key limited to another workspace', ask: byKey(limited), own: undefined },
    { name: 'the key of an owner of another workspace', ask: byKey(bob.key), own },
    { name: 'a browser of an owner of another workspace', ask: await byBrowser(bob), own },
  ]
  rowsBefore = await rowsOf(quire, marks())
})
after(async () => {
  await quire.close()
  await slack.close()
})

function byKey(key: string | null): Ask {
  return ({ method, path }, body) =>
    method === 'GET' ? quire.get(path, key) : quire.post(path, body, key)
}

async function byBrowser(person: Person): Promise<Ask> {
  const visitor = await signIn(quire, person)
  return ({ method, path }, body) =>
    method === 'GET' ? visitor.get(path) : visitor.post(path, Object(body))
}

/** Signed in while the membership lasted. */
async function addRemovedAdmin(): Promise<Person & { ask: Ask }> {
  const person = await addPerson(quire, 'Remi', 'ADMIN')
  const ask = await byBrowser(person)
  await dropMember(quire.app.store, quire.workspaceId, person.userId, {
    userId: quire.userId,
    via: 'cli',
  })
  return { ...person, ask }
}

/** Everything that differs from call to call, whatever was asked, is taken out. */
function comparable({ status, body }: Answer<unknown>): string {
  const text = JSON.stringify(body) ?? ''
  return `${status} ${text
    .replaceAll(/[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}/g, '<id>')
    .replaceAll(/\d{4}-\d\d-\d\dT[\d:.]+Z/g, '<time>')
    .replaceAll(/(?:whsec|svc)_[\w+/=]+|\/join#[\w-]+|"code":"[\w-]{8,}"/g, '<secret>')}`
}

/** The same call with ids that name nothing is answered with the same words, and tells nothing of them. */
async function assertSame(
  caller: Caller,
  operation: NamedOperation,
  real: object,
  unknown: object,
): Promise<void> {
  const answer = await caller.ask(operation, real)
  const expected = await caller.ask(operation, unknown)
  const call = `${operation.path} ${JSON.stringify(real)}`
  assert.ok(!JSON.stringify(answer.body).includes(secret), `${call} tells a secret`)
  assert.equal(comparable(answer), comparable(expected), call)
}

describe('the operations', () => {
  it('name things by fields that this test knows', () => {
    const naming = operations.flatMap(({ id, input }) =>
      Object.entries(input.properties).flatMap(([field, schema]) =>
        JSON.stringify(schema).includes('"uuid"') ? [{ id, field }] : [],
      ),
    )
    const lists = [
      'workspaceIds',
      'pageIds',
      'entryIds',
      'files',
      'grants',
      'review',
      'changes',
      'except',
      'takeBack',
    ]
    const known = new Set<string>([...namingFields, ...lists])
    assert.deepEqual(
      naming.filter(({ field }) => !known.has(field)),
      [],
    )
  })
})

describe('somebody outside a workspace', () => {
  for (const operation of operations) {
    it(`gets nothing of it by ${operation.id}`, async () => {
      for (const caller of callers) {
        const nothing = unknownIds()
        await assertSame(
          caller,
          operation,
          bodyWith(operation, victim),
          bodyWith(operation, nothing),
        )
      }
    })

    it(`gets nothing of it by ${operation.id} in a workspace of their own`, async () => {
      const fields = namingFields.filter((field) => field in bodyWith(operation, own))
      for (const caller of callers.filter((one) => one.own !== undefined)) {
        for (const field of fields.filter((name) => name !== 'workspaceId')) {
          const nothing = unknownIds()
          const real = bodyWith(operation, { ...own, [field]: victim[field] ?? '' })
          const unknown = bodyWith(operation, { ...own, [field]: nothing[field] ?? '' })
          await assertSame(caller, operation, real, unknown)
        }
      }
    })
  }

  it('gets no file, no download and no stream of changes', async () => {
    const { workspaceId = '', pageId = '', fileId = '' } = victim
    const nothing = unknownIds()
    const addresses = ({
      workspace,
      page,
      file,
    }: Record<'workspace' | 'page' | 'file', string>) => [
      `/files/${file}`,
      `/v1/pages/download?workspaceId=${workspace}&pageId=${page}&format=markdown`,
      `/v1/changes?workspaceId=${workspace}`,
    ]
    const real = addresses({ workspace: workspaceId, page: pageId, file: fileId })
    const unknown = addresses({
      workspace: nothing['workspaceId'] ?? '',
      page: nothing['pageId'] ?? '',
      file: nothing['fileId'] ?? '',
    })
    for (const caller of callers) {
      for (const [index, path] of real.entries()) {
        const visit = (url = '') => caller.ask({ method: 'GET', path: url }, {})
        const answer = await visit(path)
        assert.ok(answer.status >= 400, path)
        assert.equal(comparable(answer), comparable(await visit(unknown[index])), path)
      }
    }
  })

  it('gets no title by writing a link to a page of it', async () => {
    const workspace = { ...quire, workspaceId: own['workspaceId'] ?? '' }
    const bob = callers.at(-2)
    assert.ok(bob)
    const post: TestServer['post'] = (path, body) => bob.ask({ method: 'POST', path }, body)
    const link = `[see](/pages/${victim['pageId']}) ![](/files/${victim['fileId']})`
    const pageId = await addPage({ ...workspace, post }, 'Links', { markdown: link })
    assert.ok(!(await markdownOf({ ...workspace, post }, pageId)).includes(secret))
  })

  it('has changed nothing in it', async () => {
    assert.ok(rowsBefore.length > 15)
    assert.deepEqual(await rowsOf(quire, marks()), rowsBefore)
  })

  it('still finds its members let in', async () => {
    const { workspaceId, pageId } = victim
    const answer = await quire.post<{ markdown: string }>('/v1/pages/markdown', {
      workspaceId,
      pageId,
    })
    assert.equal(answer.status, 200)
    assert.ok(answer.body.markdown.includes(secret))
  })
})
