import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { issueResetLink } from '../../server/domain/people/sign-in/password-reset.ts'
import { openMailer } from '../../server/mail/mailer.ts'
import { callTool } from '../support/mcp.ts'
import { startProvider } from '../support/outside/oidc.ts'
import { type MailServer, startMailServer } from '../support/outside/smtp.ts'
import { addComment, addFile, addPage } from '../support/pages.ts'
import { addAgent, addPerson, type Person } from '../support/people.ts'
import { addGuest, restrict } from '../support/sections.ts'
import { startServer, type TestServer } from '../support/server.ts'
import { openVisitor, password, signIn, type Visitor } from '../support/web/visitor.ts'

const callback = 'http://localhost:8082/app/oidc/callback'
const page = { origin: 'http://localhost:8082', host: 'localhost:8082' }

let mails: MailServer
let quire: TestServer
let ada: Visitor
let robo: Person
/** The agent, with what it does. */
let asAgent: TestServer
let guest: Person
let viewing: Person
before(async () => {
  mails = await startMailServer()
  quire = await startServer({ rateLimit: 0, mail: { url: mails.url, from: 'quire@example.com' } })
  ada = await signIn(quire)
  robo = await addAgent(quire, 'Robo', 'write')
  asAgent = { ...quire, post: (path, body) => quire.post(path, body, robo.key) }
  guest = await addGuest(quire, 'Gus', 'MEMBER')
  viewing = await addGuest(quire, 'Vic', 'VIEWER')
})
after(async () => {
  await quire.close()
  await mails.close()
})

const agent = () => ({ id: robo.userId, firstName: 'Robo', lastName: '' })
const ask = async <Body>(path: string, body: object = {}, key = quire.key): Promise<Body> => {
  const answer = await quire.post<Body>(path, { workspaceId: quire.workspaceId, ...body }, key)
  assert.equal(answer.status, 200, JSON.stringify(answer.body))
  return answer.body
}

describe('an agent in specified endpoints', () => {
  type Member = { id: string; role: string }

  it('is a member with its name, an empty last name and an address that nobody has', async () => {
    const { members } = await ask<{ members: Member[] }>('/v1/workspace/stats')
    const expected = { ...agent(), email: `agent-${robo.userId}@agents.invalid`, role: 'MEMBER' }
    assert.deepEqual(
      members.find(({ id }) => id === robo.userId),
      expected,
    )
    const answer = await callTool(quire, 'get_workspace_stats', { workspaceId: quire.workspaceId })
    assert.ok(JSON.stringify(answer).includes(expected.email))
  })

  it('finds its workspaces with its own key', async () => {
    type Workspaces = { workspaces: { id: string; role: string }[] }
    const { body } = await quire.get<Workspaces>('/v1/workspaces', robo.key)
    assert.deepEqual(
      body.workspaces.map(({ id, role }) => [id, role]),
      [[quire.workspaceId, 'MEMBER']],
    )
  })

  it('is the author of a page', async () => {
    const pageId = await addPage(asAgent, 'By an agent')
    const { createdBy } = await ask<{ createdBy: object }>('/v1/pages/stats', { pageId })
    assert.deepEqual(createdBy, { ...agent(), email: robo.email })
  })

  it('shows guests as members or viewers, by what they can do at most', async () => {
    const pageId = await addPage(quire, 'Shared')
    const grants = [
      { principalId: guest.userId, level: 'write' },
      { principalId: viewing.userId, level: 'comment' },
    ]
    await restrict(quire, pageId, { grants })
    const { members } = await ask<{ members: Member[] }>('/v1/workspace/stats')
    const roles = new Map(members.map(({ id, role }) => [id, role]))
    assert.deepEqual([roles.get(guest.userId), roles.get(viewing.userId)], ['MEMBER', 'VIEWER'])
    for (const [{ key }, role] of [
      [guest, 'MEMBER'],
      [viewing, 'VIEWER'],
    ] as const) {
      const { body } = await quire.get<{ workspaces: Member[] }>('/v1/workspaces', key)
      assert.deepEqual(
        body.workspaces.map((workspace) => workspace.role),
        [role],
      )
    }
  })
})

describe('an agent in other answers', () => {
  it('wrote comments, versions and files, and deleted a page', async () => {
    const pageId = await addPage(asAgent, 'Worked on', { markdown: 'One.' })
    await ask('/v1/pages/edit', { pageId, mode: 'append', text: 'Two.' }, robo.key)
    await addComment(asAgent, pageId)
    await addFile(asAgent, pageId)
    const { threads } = await ask<{ threads: { comments: { author: object }[] }[] }>(
      '/v1/comments/list',
      { pageId },
    )
    assert.deepEqual(threads[0]?.comments[0]?.author, agent())
    const { versions } = await ask<{ versions: { author: object }[] }>('/v1/history/list', {
      pageId,
    })
    assert.deepEqual(versions[0]?.author, agent())
    const { files } = await ask<{ files: { createdBy: object }[] }>('/v1/files/list')
    assert.deepEqual(files[0]?.createdBy, agent())
    await ask('/v1/pages/delete', { pageId }, robo.key)
    const { pages } = await ask<{ pages: { deletedBy: object }[] }>('/v1/trash/list')
    assert.deepEqual(pages[0]?.deletedBy, agent())
  })
})

describe('the domain of agents', () => {
  const addresses = () => [
    robo.email,
    'other@agents.invalid',
    'Other@AGENTS.invalid',
    'a@b.agents.invalid',
  ]

  it('is refused for invitations, accounts and changes of address', async () => {
    const { workspaceId } = quire
    for (const email of addresses()) {
      for (const [path, body] of [
        ['/app/invitations/create', { workspaceId, email, role: 'MEMBER' }],
        ['/app/profile/update', { email, password }],
      ] as const) {
        const answer = await ada.post(path, body)
        assert.deepEqual([answer.status, answer.body.code], [400, 'VALIDATION_FAILED'], path)
      }
    }
  })

  it('gets no mail', async () => {
    const mailer = openMailer({ url: mails.url, from: 'quire@example.com' })
    const mail = { subject: 'Hello', text: 'Hello.' }
    for (const to of addresses()) await mailer.send({ ...mail, to })
    assert.deepEqual(mails.mails, [])
    await mailer.send({ ...mail, to: 'bob@example.com' })
    assert.deepEqual(
      mails.mails.map(({ to }) => to),
      ['bob@example.com'],
    )
  })

  it('has no password to reset', async () => {
    const { workspaceId } = quire
    const before = mails.mails.length
    const link = await ada.post('/app/members/reset-link', { workspaceId, userId: robo.userId })
    assert.deepEqual([link.status, link.body.code], [403, 'FORBIDDEN'])
    await assert.rejects(issueResetLink(quire.app.store, robo.email, 'http://localhost'), {
      code: 'FORBIDDEN',
    })
    const asked = await ada.post('/app/password/request-reset', { email: robo.email })
    assert.equal(asked.status, 200)
    const signedIn = await openVisitor(quire).post('/app/session/create', {
      email: robo.email,
      password,
    })
    assert.deepEqual([signedIn.status, signedIn.body.code], [401, 'SIGN_IN_FAILED'])
    assert.equal(mails.mails.length, before)
  })

  it('does not sign in by single sign-on', async () => {
    const provider = await startProvider(callback)
    const other = await startServer({ oidc: { ...provider.config, joinWorkspace: 'lab' } })
    try {
      const { email } = await addAgent(other, 'Robo', 'write')
      for (const [index, address] of [email, 'new@agents.invalid'].entries()) {
        provider.become({ subject: `agent-${index}`, email: address, email_verified: true })
        const visitor = openVisitor(other, page)
        const begun = await visitor.get('/app/oidc/start?returnTo=/')
        const back = await provider.visit(String(begun.headers['location']))
        const { headers } = await visitor.get(back.replace(page.origin, ''))
        assert.equal(headers['location'], '/sign-in?error=NO_ACCOUNT')
        assert.equal((await visitor.post('/app/session/get')).status, 401)
      }
    } finally {
      await other.close()
      await provider.close()
    }
  })

  it('names nobody else', async () => {
    const bob = await addPerson(quire, 'Bob', 'MEMBER')
    const { members } = await ask<{ members: { id: string; email: string }[] }>(
      '/v1/workspace/stats',
    )
    assert.equal(members.find(({ id }) => id === bob.userId)?.email, bob.email)
    assert.equal(members.filter(({ email }) => email.endsWith('@agents.invalid')).length, 1)
  })
})
