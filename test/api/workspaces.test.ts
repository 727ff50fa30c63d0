import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { addPage } from '../support/pages.ts'
import { addPerson, addWorkspace, type Person } from '../support/people.ts'
import { addKey, startServer, type TestServer } from '../support/server.ts'

type Workspaces = { workspaces: { id: string; slug: string; isDefault: boolean; role: string }[] }

let quire: TestServer
let second: string
let grace: Person

before(async () => {
  quire = await startServer()
  second = await addWorkspace(quire, 'Second Lab')
  grace = await addPerson(quire, 'Grace', 'ADMIN')
})
after(() => quire.close())

describe('GET /v1/workspaces', () => {
  it('gives nothing to a person who is in no workspace', async () => {
    const alan = await addPerson(quire, 'Alan')
    const { status, body } = await quire.get<object>('/v1/workspaces', alan.key)
    assert.equal(status, 200)
    assert.deepEqual(body, { workspaces: [] })
  })

  it('gives exactly the six members of each workspace, the first one default', async () => {
    const { status, body } = await quire.get<object>('/v1/workspaces')
    assert.equal(status, 200)
    const common = { role: 'OWNER', isCurrent: false }
    assert.deepEqual(body, {
      workspaces: [
        { id: quire.workspaceId, name: 'Lab', slug: 'lab', ...common, isDefault: true },
        { id: second, name: 'Second Lab', slug: 'second-lab', ...common, isDefault: false },
      ],
    })
  })

  it('gives only the workspaces the owner of the key is a member of, with their role', async () => {
    const { body } = await quire.get<Workspaces>('/v1/workspaces', grace.key)
    assert.deepEqual(
      body.workspaces.map(({ id, role }) => ({ id, role })),
      [{ id: quire.workspaceId, role: 'ADMIN' }],
    )
  })

  it('gives a limited key only the workspaces it is for', async () => {
    const limited = await addKey(quire, { workspaceIds: [second] })
    const { body } = await quire.get<Workspaces>('/v1/workspaces', limited)
    assert.deepEqual(
      body.workspaces.map(({ slug }) => slug),
      ['second-lab'],
    )
  })
})

describe('POST /v1/workspace/stats', () => {
  it('counts nothing in an empty workspace', async () => {
    const { status, body } = await quire.post<object>('/v1/workspace/stats', {
      workspaceId: second,
    })
    assert.equal(status, 200)
    const member = { id: quire.userId, firstName: 'Ada', lastName: 'Lovelace' }
    assert.deepEqual(body, {
      members: [{ ...member, email: 'ada@example.com', role: 'OWNER' }],
      pagesByType: {},
      totalPages: 0,
    })
  })

  it('counts pages by type, and lists every member exactly as specified', async () => {
    await addPage(quire, 'One')
    await addPage(quire, 'Two', { ownership: 'SKILL' })
    const { workspaceId } = quire
    const { body } = await quire.post<{ members: object[] }>('/v1/workspace/stats', { workspaceId })
    assert.deepEqual(body, { members: body.members, pagesByType: { TEXT: 2 }, totalPages: 2 })
    assert.deepEqual(body.members[1], {
      id: grace.userId,
      firstName: 'Grace',
      lastName: 'Tester',
      email: 'grace@example.com',
      role: 'ADMIN',
    })
  })
})
