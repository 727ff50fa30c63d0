import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { clock } from '../../../server/lib/clock.ts'
import { addPage, nothing } from '../../support/pages.ts'
import { addAgent, addPerson, type Person } from '../../support/people.ts'
import { restrict } from '../../support/sections.ts'
import { addKey, startServer, type TestServer } from '../../support/server.ts'
import { signIn, type Visitor } from '../../support/web/visitor.ts'

const realNow = clock.now
let quire: TestServer
let visitor: Visitor
before(async () => {
  quire = await startServer({ rateLimit: 0 })
  visitor = await signIn(quire)
})
after(async () => {
  clock.now = realNow
  await quire.close()
})

type Unaccepted = {
  runs: { run: { id: string; isAgent: boolean }; blocks: number[]; author: { id: string } | null }[]
}

async function unaccepted(pageId: string): Promise<Unaccepted['runs']> {
  const input = { workspaceId: quire.workspaceId, pageId }
  const { status, body } = await quire.post<Unaccepted>('/v1/history/unaccepted', input)
  assert.equal(status, 200, JSON.stringify(body))
  return body.runs
}

const asAgent =
  ({ key }: Person): TestServer['post'] =>
  (path, body) =>
    quire.post(path, body, key)

const blocksOf = async (pageId: string) => (await unaccepted(pageId)).map(({ blocks }) => blocks)

/** Changes a page as a person does in the app. */
async function edit(pageId: string, find: string, text: string): Promise<void> {
  const input = { workspaceId: quire.workspaceId, pageId, mode: 'replace', find, text }
  const { status, body } = await visitor.post('/v1/pages/edit', input)
  assert.equal(status, 200, JSON.stringify(body))
}

describe('POST /v1/history/unaccepted', () => {
  it('rejects a page that is not there', async () => {
    const input = { workspaceId: quire.workspaceId, pageId: nothing }
    assert.equal((await quire.post('/v1/history/unaccepted', input)).status, 404)
  })

  it('lists blocks with text of programs, until a person edits them', async () => {
    const pageId = await addPage(quire, 'Agent', { markdown: 'One.\n\nTwo.' })
    const [found] = await unaccepted(pageId)
    assert.deepEqual(
      [found?.blocks, found?.run.isAgent, found?.author?.id],
      [[1, 2], true, quire.userId],
    )
    clock.now = () => realNow() + 60_000
    await edit(pageId, 'Two.', 'Two, says Ada.')
    assert.deepEqual(await blocksOf(pageId), [[1]])
    clock.now = realNow
  })

  it('lists a block again that another program writes in later, and nothing by people', async () => {
    const input = { workspaceId: quire.workspaceId, title: 'By Ada', markdown: 'One.' }
    const created = await visitor.post<{ pageId: string }>('/v1/pages/create', input)
    const { pageId } = created.body
    assert.deepEqual(await blocksOf(pageId), [])
    clock.now = () => realNow() + 60_000
    const { workspaceId } = quire
    const replaced = { workspaceId, pageId, mode: 'replace', find: 'One.', text: 'One and two.' }
    assert.equal((await quire.post('/v1/pages/edit', replaced)).status, 200)
    assert.deepEqual(await blocksOf(pageId), [[1]])
    clock.now = realNow
  })

  it('lists all blocks of a page that has thousands', async () => {
    const texts = Array.from({ length: 2100 }, (_, index) => `Text ${index}.`)
    const pageId = await addPage(quire, 'Long', { markdown: texts.join('\n\n') })
    assert.deepEqual(await blocksOf(pageId), [texts.map((_, index) => index + 1)])
  })

  it('lists what an agent account wrote, with its name', async () => {
    const agent = await addAgent(quire, 'Scout', 'write')
    const pageId = await addPage({ ...quire, post: asAgent(agent) }, 'Scouted', {
      markdown: 'One.',
    })
    const [found] = await unaccepted(pageId)
    assert.deepEqual([found?.blocks, found?.author?.id], [[1], agent.userId])
  })
})

describe('POST /app/history/accept', () => {
  const accept = (pageId: string, runId: string) =>
    visitor.post('/app/history/accept', { workspaceId: quire.workspaceId, pageId, runId })

  it('rejects a page that is not there, and is not for API keys', async () => {
    assert.equal((await accept(nothing, nothing)).status, 404)
    const pageId = await addPage(quire, 'Mine', { markdown: 'Text.' })
    const ben = await addPerson(quire, 'Ben', 'MEMBER')
    const input = { workspaceId: quire.workspaceId, pageId, runId: nothing }
    const { status } = await quire.post('/app/history/accept', input, ben.key)
    assert.ok(status === 401 || status === 403 || status === 404, String(status))
    assert.deepEqual(await blocksOf(pageId), [[1]])
    const unknown = await accept(pageId, nothing)
    assert.deepEqual([unknown.status, unknown.body.code], [404, 'RUN_NOT_FOUND'])
  })

  it('rejects people who can only read the page, or not at all', async () => {
    const pageId = await addPage(quire, 'Not for everyone', { markdown: 'Text.' })
    const [found] = await unaccepted(pageId)
    const input = { workspaceId: quire.workspaceId, pageId, runId: found?.run.id ?? '' }
    const viewer = await signIn(quire, await addPerson(quire, 'Vera', 'VIEWER'))
    const refused = await viewer.post('/app/history/accept', input)
    assert.deepEqual([refused.status, refused.body.code], [403, 'FORBIDDEN'])
    const member = await signIn(quire, await addPerson(quire, 'Mia', 'MEMBER'))
    await restrict(quire, pageId)
    const hidden = await member.post('/app/history/accept', input)
    assert.deepEqual([hidden.status, hidden.body.code], [404, 'PAGE_NOT_FOUND'])
    const listed = await member.post('/v1/history/unaccepted', input)
    assert.deepEqual([listed.status, listed.body.code], [404, 'PAGE_NOT_FOUND'])
    assert.deepEqual(await blocksOf(pageId), [[1]])
  })

  it('counts for one page and one run only', async () => {
    const [pageId, other] = [
      await addPage(quire, 'One page', { markdown: 'One.' }),
      await addPage(quire, 'Other page', { markdown: 'Two.' }),
    ]
    const key = await addKey(quire)
    const append = { workspaceId: quire.workspaceId, pageId, mode: 'append', text: 'By a key.' }
    assert.equal((await quire.post('/v1/pages/edit', append, key)).status, 200)
    const runs = await unaccepted(pageId)
    assert.deepEqual(
      runs.map(({ blocks }) => blocks),
      [[1], [2]],
    )
    assert.equal((await accept(pageId, runs[0]?.run.id ?? '')).status, 200)
    assert.deepEqual(await blocksOf(pageId), [[2]])
    assert.deepEqual(await blocksOf(other), [[1]])
  })

  it('takes what the run wrote until now, and not what it writes later', async () => {
    const pageId = await addPage(quire, 'Accepted', { markdown: 'One.' })
    const [found] = await unaccepted(pageId)
    const accepted = await accept(pageId, found?.run.id ?? '')
    assert.equal(accepted.status, 200)
    assert.deepEqual(await blocksOf(pageId), [])
    clock.now = () => realNow() + 20 * 60_000
    const append = { workspaceId: quire.workspaceId, pageId, mode: 'append', text: 'Later.' }
    assert.equal((await quire.post('/v1/pages/edit', append)).status, 200)
    assert.deepEqual(await blocksOf(pageId), [[2]])
    clock.now = realNow
  })
})
