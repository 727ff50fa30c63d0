import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { addPage, markdownOf } from '../../support/pages.ts'
import { addPerson, type Person } from '../../support/people.ts'
import { onlyFor, restrict } from '../../support/sections.ts'
import { addKey, startServer, type TestServer } from '../../support/server.ts'
import { read } from './proposing.ts'

type Part = { hunk: number | null; isConflict: boolean; words: { kind: string; text: string }[] }
type Change = {
  number: number
  kind: string
  pageId: string
  state: string
  conflict: string | null
  fields: { name: string; before: string | null; after: string | null; isConflict: boolean }[]
  body: Part[]
  markdown: string | null
  from: { title: string } | null
  to: { title: string } | null
}
type Proposal = {
  id: string
  title: string
  state: string
  revision: number
  openChanges: number
  canAccept: boolean
  canDecline: boolean
  isMine: boolean
  list: Change[]
  comments: { kind: string; markdown: string; author: { firstName: string } }[]
}
type CreatedProposal = { proposalId: string; state: string }

let quire: TestServer
let paul: Person
let sectionId: string

before(async () => {
  quire = await startServer({ rateLimit: 0 })
  paul = await addPerson(quire, 'Paul', 'VIEWER')
  sectionId = await addPage(quire, 'Handbook')
  const grants = [{ principalId: paul.userId, level: 'propose' }]
  await restrict(quire, sectionId, { grants })
})
after(() => quire.close())

const post = <Body>(path: string, body: object, key?: string) =>
  quire.post<Body>(path, { workspaceId: quire.workspaceId, ...body }, key)
const create = (body: object, key: string | undefined = paul.key) =>
  post<CreatedProposal & { code?: string; message?: string }>(
    '/v1/proposals/create',
    { title: 'Better', ...body },
    key,
  )
const get = async (proposalId: string, key?: string) => {
  const { status, body } = await post<Proposal>('/v1/proposals/get', { proposalId }, key)
  assert.equal(status, 200, JSON.stringify(body))
  return body
}
const decide = (how: string, proposalId: string, body: object = {}, key?: string) =>
  post<
    CreatedProposal & {
      code: string
      message: string
      pages: { pageId: string; version: number }[]
    }
  >(how, { proposalId, ...read(how), ...body }, key)
const page = (title: string, markdown: string) =>
  addPage(quire, title, { parentId: sectionId, markdown })
const edit = (pageId: string, markdown: string) => ({ kind: 'edit', pageId, markdown })
const proposeEdit = async (pageId: string, markdown: string) => {
  const { status, body } = await create({ changes: [edit(pageId, markdown)] })
  assert.equal(status, 200, JSON.stringify(body))
  return body.proposalId
}

describe('a review', () => {
  it('asks for changes, hears the answer, and the proposer submits again', async () => {
    const pageId = await page('Reviewed', 'Old.')
    const proposalId = await proposeEdit(pageId, 'Newer.')
    assert.equal(
      (await decide('/v1/proposals/request-changes', proposalId, { markdown: 'No' }, paul.key))
        .status,
      403,
    )
    const asked = await decide('/v1/proposals/request-changes', proposalId, {
      markdown: 'Name the *day*.',
    })
    assert.equal(asked.body.state, 'changes_requested')
    const wrong = await decide(
      '/v1/proposals/comment',
      proposalId,
      { markdown: 'Which?', change: 4 },
      paul.key,
    )
    assert.equal(wrong.status, 400)
    const said = { markdown: 'Friday?', change: 1 }
    assert.equal((await decide('/v1/proposals/comment', proposalId, said, paul.key)).status, 200)
    assert.equal((await decide('/v1/proposals/update', proposalId, { title: 'x' })).status, 403)
    const change = edit(pageId, 'New on Friday.')
    const again = await decide('/v1/proposals/update', proposalId, { changes: [change] }, paul.key)
    assert.equal(again.body.state, 'open', again.body.message)
    const proposal = await get(proposalId)
    assert.deepEqual(
      proposal.comments.map(({ kind, markdown, author }) => [kind, markdown, author.firstName]),
      [
        ['changes_requested', 'Name the *day*.\n', 'Ada'],
        ['comment', 'Friday?\n', 'Paul'],
        ['updated', '', 'Paul'],
      ],
    )
    assert.equal(proposal.revision, 2)
    assert.equal(
      (await decide('/v1/proposals/accept', proposalId, { markdown: 'Thanks.', revision: 2 }))
        .status,
      200,
    )
    assert.equal(await markdownOf(quire, pageId), 'New on Friday.\n')
  })

  it('accepts only the revision that the reviewer read', async () => {
    const pageId = await page('Unread', 'Old.')
    const proposalId = await proposeEdit(pageId, 'New.')
    const changes = [edit(pageId, 'Hijacked.')]
    await decide('/v1/proposals/update', proposalId, { changes }, paul.key)
    const accept = (revision: unknown) => decide('/v1/proposals/accept', proposalId, { revision })
    for (const wrong of [undefined, 0, 'first', null]) {
      assert.equal((await accept(wrong)).status, 400, String(wrong))
    }
    for (const other of [1, 3]) {
      const { status, body } = await accept(other)
      assert.deepEqual([status, body.code], [409, 'PROPOSAL_CONFLICT'])
      assert.match(body.message, /was updated.*Read it again/)
    }
    assert.equal(await markdownOf(quire, pageId), 'Old.\n')
    assert.equal((await accept(2)).status, 200)
    assert.equal(await markdownOf(quire, pageId), 'Hijacked.\n')
  })

  it('declines only the revision that the reviewer read, if they name it', async () => {
    const pageId = await page('Read', 'Old.')
    const proposalId = await proposeEdit(pageId, 'New.')
    const changes = [edit(pageId, 'Newer.')]
    assert.equal(
      (await decide('/v1/proposals/update', proposalId, { changes }, paul.key)).status,
      200,
    )
    const stale = await decide('/v1/proposals/decline', proposalId, { revision: 1 })
    assert.deepEqual([stale.status, stale.body.code], [409, 'PROPOSAL_CONFLICT'])
    assert.match(stale.body.message, /was updated\. Read it again/)
    assert.equal((await get(proposalId)).state, 'open')
    const declined = await decide('/v1/proposals/decline', proposalId, { revision: 2 })
    assert.equal(declined.body.state, 'declined')
  })

  it('declines with a reason; only the proposer withdraws', async () => {
    const pageId = await page('Declined', 'Old.')
    const proposalId = await proposeEdit(pageId, 'New.')
    assert.equal((await decide('/v1/proposals/withdraw', proposalId)).status, 403)
    const declined = await decide('/v1/proposals/decline', proposalId, { reason: 'Not now.' })
    assert.equal(declined.body.state, 'declined')
    assert.equal((await decide('/v1/proposals/withdraw', proposalId, {}, paul.key)).status, 409)
    const other = await proposeEdit(pageId, 'New.')
    assert.equal(
      (await decide('/v1/proposals/withdraw', other, {}, paul.key)).body.state,
      'withdrawn',
    )
    assert.equal((await decide('/v1/proposals/accept', other)).status, 409)
  })
})

describe('POST /v1/proposals/list', () => {
  it('counts and shows only proposals whose pages can all be read', async () => {
    const own = await startServer({ rateLimit: 0 })
    try {
      const ask = <Body>(path: string, body: object, key?: string) =>
        own.post<Body>(path, { workspaceId: own.workspaceId, ...body }, key)
      const mia = await addPerson(own, 'Mia', 'MEMBER')
      const open = await addPage(own, 'Open')
      const hidden = await addPage(own, 'Secret')
      const both = [edit(open, 'x'), edit(hidden, 'y')]
      await ask('/v1/proposals/create', { title: 'Both', changes: both })
      const alone = { title: 'Open only', changes: [edit(open, 'z')] }
      const { body: created } = await ask<CreatedProposal>('/v1/proposals/create', alone)
      await restrict(own, hidden, onlyFor({}))
      type List = { proposals: { title: string }[]; counts: Record<string, number> }
      const list = async (body: object, key?: string) =>
        (await ask<List>('/v1/proposals/list', body, key)).body
      const titles = ({ proposals }: List) => proposals.map(({ title }) => title)
      assert.deepEqual(titles(await list({})), ['Open only', 'Both'])
      const seen = await list({ state: 'open' }, mia.key)
      assert.deepEqual([titles(seen), seen.counts['open']], [['Open only'], 1])
      assert.deepEqual(titles(await list({ pageId: hidden })), ['Both'])
      assert.deepEqual(titles(await list({ onlyMine: true }, mia.key)), [])
      await ask('/v1/proposals/decline', { proposalId: created.proposalId })
      const later = await list({ state: 'declined' }, mia.key)
      assert.deepEqual(
        [titles(later), later.counts],
        [['Open only'], { open: 0, changes_requested: 0, accepted: 0, declined: 1, withdrawn: 0 }],
      )
    } finally {
      await own.close()
    }
  })
})

describe('a list of proposals', () => {
  it('says which were accepted in part', async () => {
    const text = 'Old.\n\nSame.\n\nOld too.'
    const changed = async (title: string, part: object = {}) => {
      const pageId = await page(title, text)
      const change = { ...edit(pageId, 'New.\n\nSame.\n\nNew too.'), title: '{"accepted":{}}' }
      const { body } = await create({ changes: [change], title })
      const changes = [{ number: 1, ...part }]
      const answer = await decide('/v1/proposals/accept', body.proposalId, { changes })
      assert.equal(answer.status, 200, JSON.stringify(answer.body))
      return body.proposalId
    }
    const accepted = {
      complete: await changed('Whole'),
      eachPart: await changed('Each part', { hunks: [1, 2], fields: ['title'] }),
      oneHunk: await changed('One hunk', { hunks: [1], fields: ['title'] }),
      withoutTitle: await changed('Without the title', { hunks: [1, 2] }),
    }
    const { body } = await post<{ proposals: { id: string; isAcceptedInPart: boolean }[] }>(
      '/v1/proposals/list',
      { state: 'accepted' },
    )
    const inPart = body.proposals.filter((one) => one.isAcceptedInPart).map(({ id }) => id)
    assert.deepEqual(inPart.toReversed(), [accepted.oneHunk, accepted.withoutTitle])
    assert.partialDeepStrictEqual(await get(accepted.oneHunk), { isAcceptedInPart: true })
    assert.partialDeepStrictEqual(await get(accepted.eachPart), { isAcceptedInPart: false })
  })
})

describe('propose only', () => {
  it('is a setting of the workspace for its members, outside of sections', async () => {
    const mia = await addPerson(quire, 'Maya', 'MEMBER')
    const open = await addPage(quire, 'Everyone', { markdown: 'Old.' })
    const settings = (body: object, key?: string) => post('/v1/proposals/set-settings', body, key)
    assert.equal((await settings({ proposeOnly: true }, mia.key)).status, 403)
    assert.equal((await settings({ proposeOnly: true })).status, 200)
    const answer = await post<{ message: string }>(
      '/v1/pages/update',
      { pageId: open, title: 'x' },
      mia.key,
    )
    assert.deepEqual([answer.status, /proposals\/create/.test(answer.body.message)], [403, true])
    const top = await post<{ message: string }>('/v1/pages/create', { title: 'x' }, mia.key)
    assert.deepEqual([top.status, /proposals\/create/.test(top.body.message)], [403, true])
    const created = await create(
      { changes: [{ kind: 'create', title: 'Top' }, edit(open, 'New.')] },
      mia.key,
    )
    assert.equal(created.status, 200, JSON.stringify(created.body))
    assert.equal(
      (await decide('/v1/proposals/accept', created.body.proposalId, {}, mia.key)).status,
      403,
    )
    assert.equal((await decide('/v1/proposals/accept', created.body.proposalId)).status, 200)
    const { body: stored } = await post<object>('/v1/proposals/settings', {})
    assert.deepEqual(stored, { proposeOnly: true, acceptsOwn: false })
    await settings({ proposeOnly: false })
    const written = await post('/v1/pages/update', { pageId: open, title: 'x' }, mia.key)
    assert.equal(written.status, 200)
  })

  it('is a flag of an API key, whose owner may accept what it proposes', async () => {
    const key = await addKey(quire, { proposeOnly: true })
    const pageId = await page('By a program', 'Old.')
    const refused = await post<{ message: string }>('/v1/pages/delete', { pageId }, key)
    assert.deepEqual([refused.status, /proposals\/create/.test(refused.body.message)], [403, true])
    const edited = { pageId, mode: 'append', text: 'New.' }
    const created = await post<CreatedProposal>('/v1/pages/edit', edited, key)
    assert.equal(created.status, 202)
    const { proposalId } = created.body
    assert.equal((await decide('/v1/proposals/accept', proposalId, {}, key)).status, 403)
    const accepted = await decide('/v1/proposals/accept', proposalId)
    assert.equal(accepted.status, 200, JSON.stringify(accepted.body))
    assert.equal(await markdownOf(quire, pageId), 'Old.\n\nNew.\n')
  })
})
