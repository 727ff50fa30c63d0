import assert from 'node:assert/strict'
import { after, afterEach, before, describe, it } from 'node:test'
import { putMember } from '../../../server/domain/people/members.ts'
import { removeUser } from '../../../server/domain/people/users.ts'
import { clock } from '../../../server/lib/clock.ts'
import type { Role } from '../../../server/lib/vocabulary.ts'
import { listOperations } from '../../../server/operations/index.ts'
import { audit, dump, users } from '../../../server/store/index.ts'
import { addFile, addLink, addPage } from '../../support/pages.ts'
import { addPerson } from '../../support/people.ts'
import { startServer, type TestServer } from '../../support/server.ts'
import { openVisitor, ownPage, signIn, type Visitor } from '../../support/web/visitor.ts'

const realNow = clock.now

let quire: TestServer
let workspaceId: string
before(async () => {
  quire = await startServer({ rateLimit: 0 })
  workspaceId = quire.workspaceId
})
after(() => quire.close())
afterEach(() => {
  clock.now = realNow
})

type Opened = {
  code: string
  message: string
  needsPassword: boolean
  page: { pageId: string } | null
  visitor: { linkId: string; pageId: string; level: string; userId: string | null } | null
}
type Link = { id: string; url: string }
type Threads = { threads: { comments: { author: { firstName: string; lastName: string } }[] }[] }

const tokenOf = ({ url }: Link) => url.split('#')[1] ?? ''
const open = (link: Link, given: object = {}, by: Visitor = openVisitor(quire)) =>
  by.post<Opened>(`/s/${link.id}/app/links/open`, { token: tokenOf(link), ...given })

/** A browser that opened the link. */
async function visit(link: Link, given: object = {}): Promise<Visitor> {
  const browser = openVisitor(quire)
  const { status, body } = await open(link, given, browser)
  assert.equal(status, 200, JSON.stringify(body))
  return {
    ...browser,
    post: (path, body, headers) => browser.post(`/s/${link.id}${path}`, body, headers),
    get: (path, headers) => browser.get(`/s/${link.id}${path}`, headers),
  }
}

const read = (by: Visitor, pageId: string) => by.post('/v1/pages/document', { workspaceId, pageId })
const comment = (by: Visitor, pageId: string, markdown = 'Hello') =>
  by.post<{ commentId: string; code: string; message: string }>('/v1/comments/create', {
    workspaceId,
    pageId,
    markdown,
  })
const save = async (by: Visitor, pageId: string, text: string) => {
  const { body } = await by.post<{ version: number }>('/v1/pages/document', { workspaceId, pageId })
  const paragraph = { type: 'paragraph', content: [{ type: 'text', text }] }
  const content = { type: 'doc', content: [paragraph] }
  return by.post('/v1/pages/save', { workspaceId, pageId, content, version: body.version })
}

describe('links.open', () => {
  it('refuses a made-up token, a revoked link, an expired one, and that of a deleted page', async () => {
    const unknown = await open({ id: quire.userId, url: `#${'A'.repeat(32)}` })
    assert.deepEqual([unknown.status, unknown.body.code], [404, 'LINK_INVALID'])
    const pageId = await addPage(quire, 'Ending')
    const expiring = await addLink(quire, pageId, {
      expiresAt: new Date(Date.now() + 60_000).toISOString(),
    })
    assert.equal((await open(expiring)).status, 200)
    clock.now = () => realNow() + 61_000
    assert.equal((await open(expiring)).body.code, 'LINK_INVALID')
    clock.now = realNow
    const revoked = await addLink(quire, pageId)
    await quire.post('/v1/links/revoke', { workspaceId, pageId, linkId: revoked.id })
    assert.equal((await open(revoked)).body.code, 'LINK_INVALID')
    const link = await addLink(quire, pageId)
    await quire.post('/v1/pages/delete', { workspaceId, pageId })
    assert.equal((await open(link)).body.code, 'LINK_INVALID')
  })

  it('refuses a wrong password, and after ten of them also the right one', async () => {
    const link = await addLink(quire, await addPage(quire, 'Locked'), { password: 'open sesame' })
    assert.deepEqual((await open(link)).body, { needsPassword: true, page: null, visitor: null })
    const browser = openVisitor(quire)
    assert.equal((await open(link, { password: 'open sesame' }, browser)).status, 200)
    for (let attempt = 0; attempt < 10; attempt += 1) {
      const { status, body } = await open(link, { password: 'open' })
      assert.deepEqual([status, body.code], [401, 'SIGN_IN_FAILED'])
    }
    const late = await open(link, { password: 'open sesame' })
    assert.deepEqual([late.status, late.body.code], [429, 'RATE_LIMITED'])
    assert.equal((await open(link, {}, browser)).status, 200, 'a session needs no password')
  })

  it('refuses a page of another site', async () => {
    const link = await addLink(quire, await addPage(quire, 'Site'))
    const elsewhere = openVisitor(quire, { ...ownPage, origin: 'https://evil.example' })
    assert.equal((await open(link, {}, elsewhere)).status, 403)
  })

  it('lets a signed-in person with access act as themselves, and is a visitor for others', async () => {
    const pageId = await addPage(quire, 'Known')
    const link = await addLink(quire, pageId)
    const ada = await signIn(quire)
    assert.equal((await open(link, {}, ada)).body.page?.pageId, pageId)
    assert.ok(!ada.cookies.has('quire-visitor'))
    const outsider = await signIn(quire, await addPerson(quire, 'Stranger'))
    assert.equal((await open(link, {}, outsider)).body.visitor?.pageId, pageId)
  })

  it('counts a view for each session, and sets a cookie for this link alone', async () => {
    const pageId = await addPage(quire, 'Counted')
    const link = await addLink(quire, pageId)
    const browser = openVisitor(quire)
    const { headers } = await open(link, {}, browser)
    assert.match(
      String(headers['set-cookie']),
      new RegExp(
        `^quire-visitor=[\\w-]{32}; Max-Age=604800; Path=/s/${link.id}; HttpOnly; SameSite=Lax$`,
      ),
    )
    await open(link, {}, browser)
    await open(link)
    const { body } = await quire.post<{ items: { views: number; lastViewedAt: string }[] }>(
      '/v1/links/list',
      { workspaceId, pageId },
    )
    assert.equal(body.items[0]?.views, 2)
    assert.equal(typeof body.items[0]?.lastViewedAt, 'string')
  })

  it('stores neither the token nor the password', async () => {
    const link = await addLink(quire, await addPage(quire, 'Kept'), { password: 'open sesame' })
    const browser = openVisitor(quire)
    await open(link, { password: 'open sesame' }, browser)
    const secrets = [tokenOf(link), 'open sesame', browser.cookies.get('quire-visitor') ?? '?']
    await quire.app.store.snapshot(async (snapshot) => {
      for (const table of dump.allTables) {
        for await (const row of dump.rows(snapshot, table)) {
          const text = JSON.stringify(row)
          assert.ok(!secrets.some((secret) => text.includes(secret)), `${table} ${text}`)
        }
      }
    })
  })
})

describe('a visitor', () => {
  it('cannot call what is not open to visitors', async () => {
    const pageId = await addPage(quire, 'Walled')
    const fileId = await addFile(quire, pageId, { name: 'a.png', mimeType: 'image/png' })
    const visitor = await visit(await addLink(quire, pageId, { level: 'write' }), { name: 'Bob' })
    const closed = listOperations().filter(({ visitors }) => visitors === undefined)
    assert.ok(closed.length > 60)
    for (const { method, path, access } of closed) {
      if (!/^\/(?:v1|app\/links)\//.test(path) || access === 'public') continue
      const send =
        method === 'GET' ? visitor.get(path) : visitor.post(path, { workspaceId, pageId, fileId })
      const { status } = await send
      assert.ok([404, 403].includes(status), `${path} ${status}`)
    }
    for (const path of ['/v1/changes', `/v1/pages/${pageId}/download`]) {
      assert.ok(
        [404, 401].includes((await visitor.get(`${path}?workspaceId=${workspaceId}`)).status),
        path,
      )
    }
  })

  it('needs the session of this link, from a page of this server', async () => {
    const pageId = await addPage(quire, 'First')
    const link = await addLink(quire, pageId)
    const other = await addLink(quire, await addPage(quire, 'Second'))
    const visitor = await visit(link)
    assert.equal((await read(visitor, pageId)).status, 200)
    assert.equal((await read(openVisitor(quire), pageId)).status, 401)
    const body = { workspaceId, pageId }
    const cookie = `quire-visitor=${visitor.cookies.get('quire-visitor')}`
    const browser = openVisitor(quire)
    const through = (id: string, headers: Record<string, string>) =>
      browser.post(`/s/${id}/v1/pages/document`, body, headers)
    assert.equal((await through(other.id, { cookie })).status, 401)
    assert.equal((await through(link.id, {})).status, 401)
    assert.equal((await through(link.id, { cookie, origin: 'https://evil.example' })).status, 403)
    const answer = await through(link.id, { cookie })
    assert.equal(answer.status, 200)
    assert.equal(answer.headers['x-robots-tag'], 'noindex, nofollow')
    assert.equal(answer.headers['referrer-policy'], 'no-referrer')
    assert.equal(answer.headers['cache-control'], 'no-store')
  })

  it('sees the page, what is below it and their files, and nothing else', async () => {
    const parentId = await addPage(quire, 'Around')
    const pageId = await addPage(quire, 'Inside', { parentId })
    const below = await addPage(quire, 'Below', { parentId: pageId })
    const inside = await addFile(quire, below, { name: 'a.png', mimeType: 'image/png' })
    const outside = await addFile(quire, parentId, {
      name: 'b.png',
      mimeType: 'image/png',
      content: 'b',
    })
    const visitor = await visit(await addLink(quire, pageId))
    const { body } = await visitor.post<{ pages: { id: string; depth: number }[] }>(
      '/v1/pages/list',
      {
        workspaceId,
      },
    )
    assert.deepEqual(
      body.pages.map(({ id, depth }) => [id, depth]),
      [
        [pageId, 1],
        [below, 2],
      ],
    )
    const shown = await visitor.post<{ parentId: null; breadcrumb: object[] }>(
      '/v1/pages/document',
      {
        workspaceId,
        pageId,
      },
    )
    assert.deepEqual([shown.body.parentId, shown.body.breadcrumb], [null, []])
    assert.equal((await read(visitor, parentId)).status, 404)
    assert.equal((await visitor.get(`/files/${inside}`)).status, 200)
    assert.equal((await visitor.get(`/files/${outside}`)).status, 404)
  })

  it('sees in a view only pages of the link, and not who wrote them', async () => {
    const outside = await addPage(quire, 'Hidden task')
    const pageId = await addPage(quire, 'Board')
    const inside = await addPage(quire, 'Shown task', { parentId: pageId })
    for (const id of [outside, inside]) {
      const set = { tags: ['visited'], lead: { type: 'person', value: quire.userId }, cost: 2 }
      await quire.post('/v1/pages/set-properties', { workspaceId, pageId: id, set })
    }
    const visitor = await visit(await addLink(quire, pageId))
    const run = (query: string) =>
      visitor.post<{
        code: string
        rows: { isWritable: boolean; values: object }[]
        summary: { pages: number; totals: object; groups: { label: string }[] }
      }>('/v1/views/query', { workspaceId, pageId, query })
    const hidden = await run(`under: /pages/${outside}`)
    assert.deepEqual([hidden.status, hidden.body.code], [404, 'PAGE_NOT_FOUND'])
    const query = 'tag: visited\ncolumns: [title, author, cost]\ntotals: {cost: sum}\n'
    const { status, body } = await run(`${query}group: lead`)
    assert.equal(status, 200, JSON.stringify(body))
    const [row, ...others] = body.rows
    assert.deepEqual([row?.isWritable, others], [false, []])
    assert.deepEqual(row?.values, { title: 'Shown task', author: null, cost: 2 })
    const { pages, totals, groups } = body.summary
    assert.deepEqual([pages, totals], [1, { cost: { sum: 2 } }])
    assert.equal(groups[0]?.label, '')
    assert.deepEqual((await run('text: hidden')).body.rows, [])
  })

  it('cannot comment with a link to read, or without a name', async () => {
    const pageId = await addPage(quire, 'Quiet')
    const reader = await visit(await addLink(quire, pageId), { name: 'Bob' })
    assert.equal((await comment(reader, pageId)).status, 403)
    assert.equal((await reader.post('/v1/comments/list', { workspaceId, pageId })).status, 403)
    const nameless = await visit(await addLink(quire, pageId, { level: 'comment' }))
    assert.equal((await comment(nameless, pageId)).body.message, 'Enter your name first.')
    const link = await addLink(quire, pageId, { level: 'comment' })
    assert.equal((await open(link, { name: ' \n' })).status, 400)
    assert.equal((await save(await visit(link, { name: 'Bob' }), pageId, 'No')).status, 403)
  })

  it('comments and edits with a name that is marked', async () => {
    const pageId = await addPage(quire, 'Lively')
    const link = await addLink(quire, pageId, { level: 'write' })
    const visitor = await visit(link)
    assert.equal(
      (await visitor.post('/app/links/open', { token: tokenOf(link), name: 'Zoe' })).status,
      200,
    )
    assert.equal((await comment(visitor, pageId)).status, 200)
    assert.equal((await save(visitor, pageId, 'New text')).status, 200)
    const { body } = await quire.post<Threads>('/v1/comments/list', { workspaceId, pageId })
    const [author] = body.threads.flatMap(({ comments }) => comments.map((one) => one.author))
    assert.deepEqual([author?.firstName, author?.lastName], ['Zoe', '(visitor)'])
    const { body: page } = await quire.post<{ updatedBy: object }>('/v1/pages/document', {
      workspaceId,
      pageId,
    })
    assert.equal(Object(page.updatedBy).lastName, '(visitor)')
  })

  it('uploads only through a link that allows it', async () => {
    const pageId = await addPage(quire, 'Files')
    const file = { fileName: 'a.txt', mimeType: 'text/plain', contentBase64: 'aGVsbG8=' }
    const upload = (by: Visitor) =>
      by.post('/v1/page-files/upload-file', { workspaceId, pageId, ...file })
    const link = await addLink(quire, pageId, { level: 'write' })
    const visitor = await visit(link, { name: 'Bob' })
    assert.equal((await upload(visitor)).status, 403)
    const change = { workspaceId, pageId, linkId: link.id, allowsUploads: true }
    await quire.post('/v1/links/update', change)
    assert.equal((await upload(visitor)).status, 200)
  })

  it('writes at most as many comments an hour as the server allows', async () => {
    const pageId = await addPage(quire, 'Spammed')
    const link = await addLink(quire, pageId, { level: 'comment' })
    const [one, two] = [await visit(link, { name: 'One' }), await visit(link, { name: 'Two' })]
    for (let count = 0; count < 60; count += 1) {
      assert.equal((await comment(count % 2 === 0 ? one : two, pageId)).status, 200)
    }
    assert.equal((await comment(two, pageId)).status, 429)
  })
})

describe('the access of a visitor', () => {
  const endings: Record<string, (link: Link, pageId: string) => Promise<unknown>> = {
    'the link is revoked': (link, pageId) =>
      quire.post('/v1/links/revoke', { workspaceId, pageId, linkId: link.id }),
    'the link expires': async () => {
      clock.now = () => realNow() + 3_600_000
    },
    'the password changes': (link, pageId) =>
      quire.post('/v1/links/update', { workspaceId, pageId, linkId: link.id, password: 'another' }),
    'the page is deleted': (_link, pageId) =>
      quire.post('/v1/pages/delete', { workspaceId, pageId }),
  }
  for (const [name, end] of Object.entries(endings)) {
    it(`ends when ${name}`, async () => {
      const pageId = await addPage(quire, name)
      const expiresAt = new Date(Date.now() + 1_800_000).toISOString()
      const link = await addLink(quire, pageId, { expiresAt })
      const visitor = await visit(link)
      assert.equal((await read(visitor, pageId)).status, 200)
      await end(link, pageId)
      assert.equal((await read(visitor, pageId)).status, 401)
    })
  }

  for (const [name, end] of Object.entries({
    'loses their level': (userId: string) => {
      const actor = { userId: quire.userId, via: 'cli' } as const
      const role: Role = 'MEMBER'
      return putMember(quire.app.store, workspaceId, { userId, role }, actor)
    },
    'has no account any more': () => removeUser(quire.app.store, 'creator1@example.com'),
    'has a disabled account': (userId: string) =>
      quire.app.store.transact((transaction) => users.setDisabled(transaction, userId, 1)),
  })) {
    it(`ends when the person who created the link ${name}`, async () => {
      const pageId = await addPage(quire, name)
      const count = ['loses', 'has no', 'has a'].indexOf(name.slice(0, 6).trim())
      const creator = await addPerson(quire, `Creator${count}`, 'ADMIN')
      const { body: link } = await quire.post<Link>(
        '/v1/links/create',
        { workspaceId, pageId, level: 'read' },
        creator.key,
      )
      const visitor = await visit(link)
      assert.equal((await read(visitor, pageId)).status, 200)
      await end(creator.userId)
      assert.equal((await read(visitor, pageId)).status, 401)
      assert.equal((await open(link)).body.code, 'LINK_INVALID')
    })
  }

  it('changes with the level of the link', async () => {
    const pageId = await addPage(quire, 'Levels')
    const link = await addLink(quire, pageId, { level: 'comment' })
    const visitor = await visit(link, { name: 'Bob' })
    assert.equal((await comment(visitor, pageId)).status, 200)
    const change = { workspaceId, pageId, linkId: link.id, level: 'read' }
    await quire.post('/v1/links/update', change)
    assert.equal((await comment(visitor, pageId)).status, 403)
    assert.equal((await read(visitor, pageId)).status, 200)
  })
})

describe('visitors', () => {
  it('are no accounts: they are not listed, and nobody can take their address', async () => {
    const link = await addLink(quire, await addPage(quire, 'Names'), { level: 'comment' })
    const { body } = await open(link, { name: 'Yan' })
    const email = `visitor-${body.visitor?.userId}@visitors.invalid`
    const ada = await signIn(quire)
    const invitation = { workspaceId, role: 'MEMBER', email }
    assert.equal((await ada.post('/app/invitations/create', invitation)).status, 400)
    const members = await ada.post<object>('/app/members/list', { workspaceId })
    assert.ok(!JSON.stringify(members.body).includes('Yan'))
    const entries = await audit.ofWorkspace(quire.app.store, workspaceId, { from: '', limit: 20 })
    assert.ok(entries.some(({ action, subject }) => action === 'link.open' && subject === link.id))
  })
})
