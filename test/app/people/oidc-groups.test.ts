import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { putMember } from '../../../server/domain/people/members.ts'
import { createUser } from '../../../server/domain/people/users.ts'
import { groups } from '../../../server/store/index.ts'
import { lastAudit } from '../../support/audit.ts'
import { type Account, startProvider, type TestProvider } from '../../support/outside/oidc.ts'
import { addWorkspace } from '../../support/people.ts'
import { startServer, type TestServer } from '../../support/server.ts'
import { openVisitor } from '../../support/web/visitor.ts'

const callback = 'http://localhost:8082/app/oidc/callback'
const page = { origin: 'http://localhost:8082', host: 'localhost:8082' }
const account = { subject: 'eve', email: 'eve@example.com', email_verified: true }

let provider: TestProvider
let quire: TestServer
let eve: string
let second: string
before(async () => {
  provider = await startProvider(callback)
  const oidc = { ...provider.config, joinWorkspace: undefined, groupsClaim: 'groups' }
  quire = await startServer({ oidc })
  const names = { firstName: 'Eve', lastName: 'Tester' }
  eve = (await createUser(quire.app.store, { email: account.email, ...names })).id
  second = await addWorkspace(quire, 'Second')
  for (const workspaceId of [quire.workspaceId, second]) {
    const member = { userId: eve, role: 'MEMBER' } as const
    await putMember(quire.app.store, workspaceId, member, { userId: '', via: 'cli' })
  }
})
after(async () => {
  await quire.close()
  await provider.close()
})

async function enter(given: Partial<Account>, server = quire): Promise<void> {
  provider.become({ ...account, ...given })
  const visitor = openVisitor(server, page)
  const begun = await visitor.get('/app/oidc/start?returnTo=/')
  const back = await provider.visit(String(begun.headers['location']))
  const { headers } = await visitor.get(back.replace('http://localhost:8082', ''))
  assert.equal(headers['location'], '/')
}

let count = 0
async function addGroup(oidcGroup: string | null, workspaceId = quire.workspaceId) {
  count += 1
  const body = { workspaceId, name: `Group ${count}`, oidcGroup }
  const answer = await quire.post<{ id: string }>('/v1/groups/create', body)
  assert.equal(answer.status, 200, JSON.stringify(answer.body))
  return answer.body.id
}
const own = async (workspaceId = quire.workspaceId) =>
  (await groups.ofUser(quire.app.store, { workspaceId, userId: eve })).map(
    ({ groupId, source }) => `${groupId} ${source}`,
  )

describe('groups of an identity provider', () => {
  it('are joined and left at sign-in, in every workspace', async () => {
    const staff = await addGroup('staff')
    const other = await addGroup('staff', second)
    const board = await addGroup('board')
    await addGroup(null)
    await enter({ groups: ['staff', 'unknown'] })
    assert.deepEqual([await own(), await own(second)], [[`${staff} oidc`], [`${other} oidc`]])
    const { details } = await lastAudit(quire, 'group.add-member')
    assert.deepEqual(details, { userId: eve, source: 'oidc' })
    await enter({ groups: 'board' })
    assert.deepEqual([await own(), await own(second)], [[`${board} oidc`], []])
    await enter({})
    assert.deepEqual(await own(), [])
    assert.equal((await lastAudit(quire, 'group.remove-member')).subject, board)
  })

  it('leave what a person added as it is', async () => {
    const manual = await addGroup('manual')
    const added = { workspaceId: quire.workspaceId, groupId: manual, userId: eve }
    assert.equal((await quire.post('/v1/groups/add-member', added)).status, 200)
    await enter({ groups: ['manual'] })
    await enter({ groups: [] })
    assert.deepEqual(await own(), [`${manual} person`])
  })
})
