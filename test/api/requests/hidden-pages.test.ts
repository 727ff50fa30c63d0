import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { listOperations, type NamedOperation } from '../../../server/operations/index.ts'
import { type StandIn, startStandIn } from '../../support/chats/chats.ts'
import {
  bodyWith,
  contentFields,
  fillWorkspace,
  type Ids,
  unknownIds,
} from '../../support/isolation.ts'
import { openHosts } from '../../support/outside/webhooks.ts'
import { addComment, addFile, addPage, storedPage, addProposal } from '../../support/pages.ts'
import { addPerson, addWorkspace, type Person } from '../../support/people.ts'
import { addGuest, grantOnly } from '../../support/sections.ts'
import {
  addKey,
  type Answer,
  contextOf,
  startServer,
  type TestServer,
} from '../../support/server.ts'
import { signIn } from '../../support/web/visitor.ts'

/** Stands in every text of the section. */
const secret = 'Xylophone-7231'
type Field = (typeof contentFields)[number]

type Ask = (
  route: Pick<NamedOperation, 'method' | 'path'>,
  body: object,
  headers?: Record<string, string>,
) => Promise<Answer<unknown>>
type Caller = { name: string; ask: Ask }

/** Answer without looking for the page. */
const answersAlways = new Set([
  'activity.list',
  'favourites.remove',
  'proposals.list',
  'search.find',
  'watches.remove',
])

const operations = listOperations().flatMap((operation) =>
  contentFields
    .filter((field) => field in operation.input.properties)
    .map((field) => ({ operation, field })),
)

let quire: TestServer
let slack: StandIn
let own: Ids
let hidden: Record<Field, string>
let callers: Caller[]
/** Of a person who lost their access. */
let formerKey: string

before(async () => {
  quire = await startServer({ rateLimit: 0, allowedHosts: openHosts('127.0.0.1') })
  slack = await startStandIn(() => ({
    body: { ok: true, team: 'T', team_id: 'T', user: 'quire', user_id: 'U1' },
  }))
  const owner = { quire, visitor: await signIn(quire), userId: quire.userId, key: quire.key }
  own = await fillWorkspace(owner, quire.workspaceId, { mark: 'Open', slackUrl: slack.url })
  const mia = await addPerson(quire, 'Mia', 'MEMBER')
  hidden = await addSection(mia)
  formerKey = mia.key
  const olga = await addPerson(quire, 'Olga', 'OWNER')
  own['targetWorkspaceId'] = await addWorkspace(quire, 'Of Olga', olga.userId)
  callers = [
    { name: 'a member', ask: byKey(mia.key) },
    { name: 'a browser of a member', ask: await byBrowser(mia) },
    { name: 'an owner', ask: byKey(olga.key) },
    { name: 'a browser of an owner', ask: await byBrowser(olga) },
    { name: 'an admin', ask: byKey((await addPerson(quire, 'Adam', 'ADMIN')).key) },
    { name: 'a viewer', ask: byKey((await addPerson(quire, 'Vera', 'VIEWER')).key) },
    { name: 'a guest', ask: byKey((await addGuest(quire, 'Gus', 'MEMBER')).key) },
    {
      name: 'a read-only key',
      ask: byKey(await addKey({ ...quire, userId: mia.userId }, { readOnly: true })),
    },
  ]
})
after(async () => {
  await quire.close()
  await slack.close()
})

/** A section with one of everything that it can hold, which a person used until they lost their access. */
async function addSection(former: Person): Promise<Record<Field, string>> {
  const { workspaceId } = quire
  const sectionId = await addPage(quire, `${secret} section`)
  const parentId = await addPage(quire, `${secret} parent`, { parentId: sectionId })
  const markdown = `# Plan\n\nText of ${secret}.`
  const pageId = await addPage(quire, `${secret} page`, { parentId, markdown })
  for (const ownership of ['SKILL', 'AGENT']) {
    await addPage(quire, `${secret} ${ownership}`, { parentId, ownership, markdown })
  }
  const deleted = { workspaceId, pageId: await addPage(quire, `${secret} deleted`, { parentId }) }
  assert.equal((await quire.post('/v1/pages/delete', deleted)).status, 200)
  const asFormer: TestServer = {
    ...quire,
    post: (path, body) => quire.post(path, body, former.key),
  }
  const file = { name: `${secret}.md`, mimeType: 'text/markdown', content: secret }
  const fileId = await addFile(asFormer, pageId, file)
  const commentId = await addComment(asFormer, pageId, `About ${secret}.`)
  const proposalId = await addProposal(contextOf(quire), pageId, `For ${secret}.`)
  for (const path of ['/v1/favourites/add', '/v1/recent/visit', '/v1/watches/add']) {
    assert.equal((await asFormer.post(path, { workspaceId, pageId })).status, 200)
  }
  await grantOnly(quire, sectionId, { [quire.userId]: 'manage' })
  const templateId = pageId
  const named = {
    page: pageId,
    templateId,
    newParentId: parentId,
    prevPageId: pageId,
    underPageId: parentId,
    targetPageId: pageId,
  }
  return { ...named, pageId, parentId, sectionId, fileId, commentId, proposalId }
}

function byKey(key: string): Ask {
  return ({ method, path }, body, headers) =>
    quire.request({
      method,
      url: path,
      headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json', ...headers },
      ...(method === 'GET' ? {} : { payload: JSON.stringify(body) }),
    })
}

async function byBrowser(person: Person): Promise<Ask> {
  const visitor = await signIn(quire, person)
  return ({ method, path }, body, headers) =>
    method === 'GET' ? visitor.get(path, headers) : visitor.post(path, body, headers)
}

/** The whole answer, except for its time, its own ID and the IDs that were asked for. */
function comparable({ status, headers, body }: Answer<unknown>, ids: readonly string[]): string {
  const { date: _date, 'x-request-id': _id, ...rest } = headers
  let text = JSON.stringify({ status, headers: rest, body })
  for (const id of ids) text = text.replaceAll(id, '<id>')
  return text
}

async function assertSame(
  { name, ask }: Caller,
  route: Pick<NamedOperation, 'method' | 'path'>,
  [real, unknown]: readonly [object, object],
  ids: readonly [string, string],
): Promise<Answer<unknown>> {
  const answer = await ask(route, real)
  const expected = await ask(route, unknown)
  const call = `${route.path} for ${name}`
  assert.ok(!JSON.stringify(answer).includes(secret), call)
  assert.equal(comparable(answer, ids), comparable(expected, ids), call)
  return answer
}

describe('a page, file or comment in a section without access', () => {
  for (const { operation, field } of operations) {
    it(`does not exist for ${operation.id} as ${field}`, async () => {
      const isComment = operation.noun === 'comments' && field === 'parentId'
      const id = isComment ? hidden.commentId : hidden[field]
      const unknown = unknownIds()[field] ?? ''
      const bodies = [id, unknown].map((value) => {
        const guest = 'guest' in operation.input.properties ? { guest: true } : {}
        return { ...bodyWith(operation, own), ...guest, [field]: value }
      })
      const [real = {}, other = {}] = bodies
      for (const caller of callers) {
        const { status } = await assertSame(caller, operation, [real, other], [id, unknown])
        const isOwner = caller.name === 'a browser of an owner'
        const expected = answersAlways.has(operation.id) ? 200 : 404
        if (isOwner) assert.equal(status, expected, 'the answer is about the page')
      }
    })
  }
})

describe('an answer', () => {
  /** Operations for people do not declare whether they write. */
  const readingForPeople = /\/(?:get|links|list|of-workspace|services|subscriptions)$/
  const reading = listOperations().filter(
    ({ access, audience, writes, path }) =>
      access !== 'public' &&
      writes !== true &&
      (audience !== 'people' || readingForPeople.test(path)),
  )
  for (const operation of reading) {
    it(`of ${operation.id} names nothing of the section`, async () => {
      for (const { name, ask } of callers) {
        const query = 'query' in operation.input.properties ? { query: secret } : {}
        const body = { ...bodyWith(operation, own), ...query }
        const answer = JSON.stringify(await ask(operation, body))
        for (const text of [secret, ...Object.values(hidden)]) {
          assert.ok(!answer.includes(text), `${operation.path} for ${name}: ${answer}`)
        }
      }
    })
  }
})

describe('an address in a section without access', () => {
  const conditions = [
    {},
    { 'if-none-match': '*' },
    { range: 'bytes=0-3' },
    { range: 'bytes=900-' },
    { 'if-modified-since': new Date().toUTCString() },
  ]
  const addressesOf = ({ pageId = '', fileId = '' }: Ids): { url: string; id: string }[] => [
    { url: `/files/${fileId}`, id: fileId },
    { url: `/files/${fileId.toUpperCase()}`, id: fileId.toUpperCase() },
    ...['markdown', 'html'].map((format) => ({
      url: `/v1/pages/download?workspaceId=${quire.workspaceId}&pageId=${pageId}&format=${format}`,
      id: pageId,
    })),
  ]

  for (const method of ['GET', 'HEAD'] as const) {
    it(`does not exist for ${method}, whatever the conditions`, async () => {
      const { headers } = await quire.get(`/files/${hidden.fileId}`)
      const unknown = addressesOf(unknownIds())
      const tag = { 'if-none-match': String(headers['etag']) }
      for (const [index, { url, id }] of addressesOf(hidden).entries()) {
        const other = unknown[index]
        assert.ok(other)
        for (const given of [...conditions, tag]) {
          const ask = (address: string) =>
            quire.request<unknown>({
              method,
              url: address,
              headers: { authorization: `Bearer ${formerKey}`, ...given },
            })
          const answer = await ask(url)
          assert.equal(answer.status, 404, `${method} ${url}`)
          const ids: string[] = [id, other.id]
          assert.equal(comparable(answer, ids), comparable(await ask(other.url), ids), url)
        }
      }
    })
  }
})

describe('a replay', () => {
  it('does not answer about a page that was hidden since', async () => {
    const { workspaceId } = quire
    const ned = await addPerson(quire, 'Ned', 'MEMBER')
    const sectionId = await addPage(quire, 'Soon hidden', { markdown: secret })
    const requests = [
      ['/v1/pages/create', { workspaceId, title: 'Child', parentId: sectionId }, sectionId],
      ['/v1/pages/edit', { workspaceId, pageId: sectionId, mode: 'append', text: 'x' }, sectionId],
      ['/v1/pages/move', { workspaceId, pageId: sectionId, prevPageId: null }, sectionId],
    ] as const
    const ask = async (path: string, body: object) =>
      byKey(ned.key)({ method: 'POST', path }, body, {
        'idempotency-key': path.replaceAll('/', '-'),
      })
    for (const [path, body] of requests) assert.equal((await ask(path, body)).status, 200)
    for (const [path, body] of requests) {
      assert.equal((await ask(path, body)).headers['idempotency-replayed'], 'true')
    }
    await grantOnly(quire, sectionId, { [quire.userId]: 'manage' })
    for (const [path, body, id] of requests) {
      const answer = await ask(path, body)
      const unknown = unknownIds()['pageId'] ?? ''
      const text = JSON.stringify(body).replaceAll(id, unknown)
      const expected = await byKey(ned.key)({ method: 'POST', path }, JSON.parse(text))
      assert.equal(answer.status, 404)
      assert.equal(comparable(answer, [id]), comparable(expected, [unknown]))
    }
  })
})

describe('a section', () => {
  it('is unchanged by those without access, and open to those with it', async () => {
    const { version, parentId } = await storedPage(quire, hidden.pageId)
    assert.deepEqual([version, parentId], [1, hidden.parentId])
    const { workspaceId } = quire
    const { pageId } = hidden
    const { body } = await quire.post<{ markdown: string }>('/v1/pages/markdown', {
      workspaceId,
      pageId,
    })
    assert.ok(body.markdown.includes(secret))
  })
})
