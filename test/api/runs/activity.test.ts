import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { callTool, items as listOf } from '../../support/mcp.ts'
import { addComment, addPage } from '../../support/pages.ts'
import { addPerson, addWorkspace, type Person } from '../../support/people.ts'
import { addGuest, onlyFor, restrict } from '../../support/sections.ts'
import { addKey, startServer, type TestServer } from '../../support/server.ts'

type Run = { id: string; isAgent: boolean; client: string | null } | null
type Item = {
  id: string
  kind: string
  type: string
  at: string
  person: { id: string; firstName: string } | null
  via: string
  run: Run
  page: { id: string; title: string | null; isDeleted: boolean } | null
  proposal: { id: string; title: string } | null
  data: Record<string, unknown>
}
type Part = { items: Item[]; nextCursor: string | null }
type ListedRun = {
  id: string
  name: string | null
  person: { firstName: string } | null
  keyId: string | null
  client: string | null
  changes: number
  pages: number
  types: Record<string, number>
}

let quire: TestServer
let ben: Person
let guest: Person
before(async () => {
  quire = await startServer({ rateLimit: 0 })
  ben = await addPerson(quire, 'Ben', 'MEMBER')
  guest = await addGuest(quire, 'Gus', 'VIEWER')
})
after(() => quire.close())

/** Sends a change as a program in a run. */
async function send(
  path: string,
  payload: object,
  { run = 'task', client = 'Bot/1', key = quire.key } = {},
): Promise<Record<string, unknown>> {
  const headers = { authorization: `Bearer ${key}`, 'quire-run': run, 'user-agent': client }
  const body = { workspaceId: quire.workspaceId, ...payload }
  const answer = await quire.request({ method: 'POST', url: path, headers, payload: body })
  assert.equal(answer.status, 200, JSON.stringify(answer.body))
  return Object(answer.body)
}

async function list(filter: object = {}, key = quire.key): Promise<Part> {
  const input = { workspaceId: quire.workspaceId, ...filter }
  const { status, body } = await quire.post<Part>('/v1/activity/list', input, key)
  assert.equal(status, 200, JSON.stringify(body))
  return body
}

/** All parts. */
async function all(filter: object = {}, key = quire.key): Promise<Item[]> {
  const found: Item[] = []
  for (let cursor: string | null | undefined; cursor !== null;) {
    const part = await list({ ...filter, ...(cursor !== undefined && { cursor }) }, key)
    found.push(...part.items)
    cursor = part.nextCursor
  }
  return found
}

async function exported(query: string, key: string | null = quire.key) {
  const url = `/v1/activity/export?workspaceId=${quire.workspaceId}${query}`
  const headers = key === null ? {} : { authorization: `Bearer ${key}` }
  return quire.server.inject({ method: 'GET', url, headers })
}

const typesOf = (items: readonly Item[]) => items.map(({ type }) => type)

describe('activity.list', () => {
  it('rejects a time and a cursor that it cannot read', async () => {
    const foreign = (await list({ limit: 1 }, ben.key)).nextCursor
    for (const wrong of [
      { since: 'yesterday' },
      { until: '1' },
      { cursor: 'x' },
      { cursor: foreign },
    ]) {
      const input = { workspaceId: quire.workspaceId, ...wrong }
      const { status, body } = await quire.post('/v1/activity/list', input)
      assert.deepEqual([status, body.code], [400, 'VALIDATION_FAILED'], JSON.stringify(wrong))
    }
    const other = await addWorkspace(quire, 'Other')
    const { status } = await quire.post('/v1/activity/list', { workspaceId: other }, ben.key)
    assert.equal(status, 403)
  })

  it('lists changes of a page, newest first, with the person, the program and the run', async () => {
    const { pageId } = await send('/v1/pages/create', { title: 'Plan' })
    await send('/v1/pages/update', { pageId, title: 'Better plan' })
    await addComment(quire, String(pageId))
    await send('/v1/pages/delete', { pageId })
    const found = await all({ pageId, about: 'page' })
    assert.deepEqual(typesOf(found), ['page.deleted', 'page.updated', 'page.created'])
    const [, updated] = found
    assert.deepEqual(
      [updated?.person?.firstName, updated?.via, updated?.run?.client, updated?.data['changed']],
      ['Ada', 'api', 'Bot', ['title']],
    )
    assert.deepEqual(updated?.page, { id: pageId, title: 'Better plan', isDeleted: true })
    assert.equal(new Set(found.map(({ run }) => run?.id)).size, 1)
    assert.deepEqual(typesOf(await all({ pageId, about: 'comment' })), ['comment.created'])
  })

  it('filters by run, client, key, person, kind of actor and time', async () => {
    const run = { run: 'nightly', client: 'Sync/2' }
    const { pageId } = await send('/v1/pages/create', { title: 'Nightly' }, run)
    await send('/v1/pages/update', { pageId, title: 'By Ben' }, { ...run, key: ben.key })
    const [ofBen, ofAda] = await all({ pageId })
    const is = async (filter: object, expected: (Item | undefined)[]) => {
      const found = await all({ pageId, ...filter })
      assert.deepEqual(
        found.map(({ id }) => id),
        expected.map((item) => item?.id),
        JSON.stringify(filter),
      )
    }
    assert.notEqual(ofBen?.run?.id, ofAda?.run?.id)
    await is({ runId: ofAda?.run?.id }, [ofAda])
    await is({ client: 'Sync' }, [ofBen, ofAda])
    await is({ client: 'Other' }, [])
    await is({ userId: ben.userId }, [ofBen])
    await is({ by: 'agents', via: 'api' }, [ofBen, ofAda])
    await is({ by: 'people' }, [])
    await is({ since: '2999-01-01' }, [])
    await is({ until: '2999-01-01' }, [ofBen, ofAda])
    await is({ until: ofAda?.at }, [])
    const key = await addKey(quire)
    await send('/v1/pages/update', { pageId, title: 'By a key' }, { ...run, key })
    const { body } = await quire.post<{ runs: ListedRun[] }>('/v1/runs/list', {
      workspaceId: quire.workspaceId,
      client: 'Sync',
    })
    const keyId = body.runs[0]?.keyId
    assert.equal((await all({ pageId, keyId })).length, 1)
  })

  it('lists what happened to proposals alone', async () => {
    const { pageId } = await send('/v1/pages/create', { title: 'Proposed' })
    const changes = [{ kind: 'edit', pageId, markdown: 'New.' }]
    await send('/v1/proposals/create', { title: 'Newer', changes })
    assert.deepEqual(typesOf(await all({ about: 'proposal' })), ['proposal.created'])
  })

  it('lists the proposals that change a page, for those who can read all of their pages', async () => {
    const plan = await addPage(quire, 'Planned', { markdown: 'Old.' })
    const secret = await addPage(quire, 'Secret', { markdown: 'Old.' })
    const run = { run: 'suggested', key: ben.key }
    const edit = (pageId: string) => ({ kind: 'edit', pageId, markdown: 'New.' })
    const open = { title: 'Open to all', changes: [edit(plan)] }
    const { proposalId } = await send('/v1/proposals/create', open, run)
    const both = { title: 'Of both', changes: [edit(plan), edit(secret)] }
    const hidden = await send('/v1/proposals/create', both, run)
    await send('/v1/proposals/decline', { proposalId })
    await restrict(quire, secret, onlyFor({}))
    const [declined, , created] = await all({ pageId: plan, about: 'proposal' })
    assert.deepEqual(
      [declined?.type, created?.type, created?.proposal],
      ['proposal.declined', 'proposal.created', { id: proposalId, title: 'Open to all' }],
    )
    const ofBen = await all({ pageId: plan, about: 'proposal' }, ben.key)
    assert.deepEqual(typesOf(ofBen), ['proposal.declined', 'proposal.created'])
    const [ofSecret] = await all({ pageId: secret, about: 'proposal' })
    assert.equal(ofSecret?.proposal?.id, hidden['proposalId'])
    const ofRun = await all({ pageId: plan, runId: created?.run?.id })
    assert.deepEqual(typesOf(ofRun), ['proposal.created', 'proposal.created'])
    const answer = await callTool(quire, 'list_activity', { page: plan, limit: 1 })
    const [entry] = listOf(answer.value['activity'])
    assert.equal(entry?.['title'], 'Open to all')
    assert.ok(String(entry?.['url']).endsWith(`/proposals/${String(proposalId)}`))
  })

  it('lists the proposal of a page as part of what happened to it', async () => {
    const changes = [{ kind: 'create', title: 'From a proposal' }]
    const { proposalId } = await send(
      '/v1/proposals/create',
      { title: 'A page', changes },
      {
        key: ben.key,
      },
    )
    const accepted = await send('/v1/proposals/accept', { proposalId, revision: 1 })
    const [page] = listOf(Object(accepted)['pages'])
    assert.deepEqual(typesOf(await all({ pageId: page?.['pageId'], by: 'agents' })), [
      'proposal.accepted',
      'page.created',
      'proposal.created',
    ])
  })

  it('continues where it stopped, without gaps and repetitions, also between events and audit', async () => {
    for (const title of ['a', 'b', 'c']) {
      const pageId = await addPage(quire, title)
      await restrict(quire, pageId, { grants: [{ principalId: ben.userId, level: 'read' }] })
    }
    const complete = (await list({ limit: 200 })).items
    assert.ok(new Set(complete.map(({ kind }) => kind)).size === 2)
    const ids = (await all({ limit: 2 })).map(({ id }) => id)
    assert.deepEqual(
      ids,
      complete.map(({ id }) => id),
    )
    assert.deepEqual(
      complete.map(({ at }) => at),
      complete
        .map(({ at }) => at)
        .toSorted()
        .toReversed(),
    )
  })

  it('contains the audit log for owners only', async () => {
    const pageId = await addPage(quire, 'Restricted')
    await restrict(quire, pageId, { grants: [{ principalId: ben.userId, level: 'write' }] })
    const [entry] = await all({ about: 'audit', pageId })
    assert.deepEqual(
      [entry?.kind, entry?.type, entry?.person?.firstName, entry?.data['subject']],
      ['audit', 'permissions.update', 'Ada', pageId],
    )
    assert.deepEqual(await all({ about: 'audit' }, ben.key), [])
    assert.ok((await all({}, ben.key)).every(({ kind }) => kind === 'event'))
  })

  it('hides what the reader cannot read, also in the audit log of owners', async () => {
    const hidden = await addPage(
      { ...quire, post: (path, body) => quire.post(path, body, ben.key) },
      'Diary',
    )
    const asBen = {
      ...quire,
      post: (path: string, body?: object) => quire.post(path, body, ben.key),
    }
    await restrict(asBen as TestServer, hidden, onlyFor({ [ben.userId]: 'manage' }))
    await restrict(asBen as TestServer, hidden, {
      grants: [{ principalId: quire.userId, level: null }],
    })
    const mentions = (found: Item[]) =>
      found.filter((item) => JSON.stringify(item).includes(hidden))
    assert.ok(mentions(await all({}, ben.key)).length > 0)
    assert.deepEqual(mentions(await all()), [])
    assert.deepEqual(await all({ pageId: hidden }), [])
    assert.ok((await all({}, guest.key)).every(({ data }) => data['userId'] === guest.userId))
    assert.ok(!(await exported('')).body.includes(hidden))
  })
})

describe('runs.list and runs.get', () => {
  it('rejects an unknown run and cursor', async () => {
    const unknown = { workspaceId: quire.workspaceId, runId: quire.userId }
    const { status, body } = await quire.post('/v1/runs/get', unknown)
    assert.deepEqual([status, body.code], [404, 'RUN_NOT_FOUND'])
    for (const cursor of ['x', quire.userId]) {
      const input = { workspaceId: quire.workspaceId, cursor }
      assert.equal((await quire.post('/v1/runs/list', input)).status, 400)
    }
  })

  it('counts what a run changed, for those who can read it', async () => {
    const run = { run: 'count-me', client: 'Counter/1', key: ben.key }
    const { pageId } = await send('/v1/pages/create', { title: 'One' }, run)
    await send('/v1/pages/update', { pageId, title: 'Two' }, run)
    const secret = await send('/v1/pages/create', { title: 'Secret' }, run)
    const listed = async (key: string) => {
      const input = { workspaceId: quire.workspaceId, client: 'Counter' }
      const { body } = await quire.post<{ runs: ListedRun[] }>('/v1/runs/list', input, key)
      return body.runs[0]
    }
    const before = await listed(quire.key)
    assert.deepEqual(
      [before?.name, before?.person?.firstName, before?.keyId, before?.pages, before?.types],
      ['count-me', 'Ben', null, 2, { 'page.created': 2, 'page.updated': 1 }],
    )
    assert.notEqual((await listed(ben.key))?.keyId, null)
    const asBen = {
      ...quire,
      post: (path: string, body?: object) => quire.post(path, body, ben.key),
    }
    await restrict(
      asBen as TestServer,
      String(secret['pageId']),
      onlyFor({ [ben.userId]: 'manage' }),
    )
    await restrict(asBen as TestServer, String(secret['pageId']), {
      grants: [{ principalId: quire.userId, level: null }],
    })
    const after = await listed(quire.key)
    assert.deepEqual([after?.pages, after?.changes], [1, 2])
    assert.equal(await listed(guest.key), undefined)
    const { body } = await quire.post('/v1/runs/get', {
      workspaceId: quire.workspaceId,
      runId: after?.id,
    })
    assert.deepEqual(body, after)
  })

  it('continues where it stopped', async () => {
    for (const run of ['p1', 'p2', 'p3']) await send('/v1/pages/create', { title: run }, { run })
    const read = async (limit: number) => {
      const ids: string[] = []
      for (let cursor: string | null | undefined; cursor !== null;) {
        const input = {
          workspaceId: quire.workspaceId,
          limit,
          ...(cursor !== undefined && { cursor }),
        }
        const { body } = await quire.post<{ runs: ListedRun[]; nextCursor: string | null }>(
          '/v1/runs/list',
          input,
        )
        ids.push(...body.runs.map(({ id }) => id))
        cursor = body.nextCursor
      }
      return ids
    }
    assert.deepEqual(await read(1), await read(200))
  })
})

describe('GET /v1/activity/export', () => {
  it('rejects a caller without access, and unknown filters', async () => {
    assert.equal((await exported('', null)).statusCode, 401)
    assert.equal((await exported('&since=x')).statusCode, 400)
    assert.equal((await exported('&by=robots')).statusCode, 400)
    const url = `/v1/activity/export?workspaceId=${await addWorkspace(quire, 'Third')}`
    const headers = { authorization: `Bearer ${ben.key}` }
    assert.equal((await quire.server.inject({ method: 'GET', url, headers })).statusCode, 403)
  })

  it('returns the whole list as JSON lines', async () => {
    const { body, headers, statusCode } = await exported('')
    assert.equal(statusCode, 200)
    assert.match(String(headers['content-type']), /^application\/x-ndjson/)
    assert.match(String(headers['content-disposition']), /activity\.jsonl/)
    const lines = body
      .trimEnd()
      .split('\n')
      .map((line): Item => JSON.parse(line))
    assert.deepEqual(lines, await all())
    const pages = (await exported('&about=page&by=agents')).body.trimEnd().split('\n')
    assert.equal(pages.length, (await all({ about: 'page', by: 'agents' })).length)
  })
})

describe('list_activity', () => {
  it('rejects an unknown person and cursor', async () => {
    for (const given of [{ person: 'Nobody' }, { cursor: 'x' }, { run: 1, since: 'soon' }]) {
      assert.equal((await callTool(quire, 'list_activity', given)).isError, true)
    }
  })

  it('names pages, people, programs and runs, and continues', async () => {
    const { pageId } = await send(
      '/v1/pages/create',
      { title: 'For agents' },
      { run: 'tools', client: 'Toolbox/1' },
    )
    const given = { page: 'For agents', person: 'Ada', by: 'agents' }
    const { value } = await callTool(quire, 'list_activity', given)
    const [entry] = listOf(value['activity'])
    assert.equal(String(entry?.['what']), 'page.created')
    assert.equal(String(entry?.['title']), 'For agents')
    assert.equal(String(entry?.['client']), 'Toolbox')
    assert.ok(String(entry?.['url']).endsWith(String(pageId)))
    const said = await send('/v1/comments/create', { pageId, markdown: 'Why?' }, { run: 'tools' })
    const [comment] = listOf(
      (await callTool(quire, 'list_activity', { page: pageId })).value['activity'],
    )
    const anchor = `${String(pageId)}#comment-${String(said['commentId'])}`
    assert.ok(String(comment?.['url']).endsWith(anchor), String(comment?.['url']))
    const seen: string[] = []
    for (let cursor: string | undefined; ;) {
      const part = await callTool(quire, 'list_activity', { limit: 7, ...(cursor && { cursor }) })
      assert.equal(part.isError, false, part.text)
      seen.push(
        ...listOf(part.value['activity']).map(({ at, what }) => `${String(at)} ${String(what)}`),
      )
      if (part.value['cursor'] === undefined) break
      cursor = String(part.value['cursor'])
    }
    assert.deepEqual(
      seen,
      (await all()).map(({ at, type }) => `${at} ${type}`),
    )
  })
})
