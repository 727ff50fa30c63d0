import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { addPage, markdownOf, nothing, storedPage, titlesUnder } from '../../support/pages.ts'
import { addPerson, type Person } from '../../support/people.ts'
import { onlyFor, restrict } from '../../support/sections.ts'
import { startServer, type TestServer } from '../../support/server.ts'
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

describe('POST /v1/proposals/create', () => {
  it('refuses changes that a kind does not have, repeated ones, and none', async () => {
    const pageId = await page('Refused', 'Text.')
    for (const changes of [
      [],
      [{ kind: 'edit', pageId }],
      [{ kind: 'edit', markdown: 'x' }],
      [{ kind: 'trash', pageId, markdown: 'x' }],
      [edit(pageId, 'a'), edit(pageId, 'b')],
      [{ ...edit(pageId, 'a'), content: { type: 'doc', content: [] } }],
      [{ kind: 'create', title: 'x', parentId: 'somewhere' }],
      [{ kind: 'properties', pageId, set: { a: { b: 1 } } }],
    ]) {
      const { status, body } = await create({ changes })
      assert.deepEqual([status, body.code], [400, 'VALIDATION_FAILED'], JSON.stringify(changes))
    }
  })

  it('refuses pages that someone may only read, or cannot see', async () => {
    const open = await addPage(quire, 'Open to read')
    const hidden = await addPage(quire, 'Hidden')
    await restrict(quire, hidden, onlyFor({}))
    assert.equal((await create({ changes: [edit(open, 'x')] })).status, 403)
    assert.equal((await create({ changes: [edit(hidden, 'x')] })).status, 404)
    assert.equal((await create({ changes: [edit(nothing, 'x')] })).status, 404)
  })

  it('changes nothing, and shows the difference by word', async () => {
    const pageId = await page('Plan', 'We meet on Monday.\n\nBring tea.')
    const proposalId = await proposeEdit(pageId, 'We meet on Friday.\n\nBring tea.')
    assert.match(await markdownOf(quire, pageId), /Monday/)
    const proposal = await get(proposalId)
    assert.deepEqual(
      [proposal.state, proposal.canAccept, proposal.isMine, proposal.openChanges],
      ['open', true, false, 1],
    )
    const [change] = proposal.list
    const [first, rest] = change?.body ?? []
    assert.deepEqual(
      first?.words.filter(({ kind }) => kind !== 'same'),
      [
        { kind: 'removed', text: 'Monday' },
        { kind: 'added', text: 'Friday' },
      ],
    )
    assert.deepEqual([first?.hunk, rest?.hunk], [1, null])
    assert.equal((await get(proposalId, paul.key)).canAccept, false)
  })
})

describe('specified writes of someone who may only propose', () => {
  it('answer 403 and name proposals/create', async () => {
    const pageId = await page('Specified', 'Text.')
    const key = paul.key
    for (const [path, body] of [
      ['/v1/pages/update', { pageId, title: 'New' }],
      ['/v1/pages/move', { pageId }],
      ['/v1/pages/delete', { pageId }],
      ['/v1/pages/create', { title: 'New', parentId: sectionId }],
    ] as const) {
      const answer = await post<{ message: string }>(path, body, key)
      assert.equal(answer.status, 403, path)
      assert.match(answer.body.message, /proposals\/create/, path)
    }
  })

  it('become proposals in the other operations', async () => {
    const pageId = await page('Extension', 'One.')
    const { version } = await storedPage(quire, pageId)
    for (const [path, body] of [
      ['/v1/pages/edit', { pageId, mode: 'append', text: 'Two.' }],
      ['/v1/pages/save', { pageId, version, merge: true, title: 'Renamed' }],
      ['/v1/pages/set-properties', { pageId, set: { status: 'Draft' } }],
    ] as const) {
      const answer = await post<CreatedProposal>(path, body, paul.key)
      assert.equal(answer.status, 202, `${path} ${JSON.stringify(answer.body)}`)
      assert.deepEqual(Object.keys(answer.body).toSorted(), ['proposalId', 'state'])
      assert.equal((await decide('/v1/proposals/accept', answer.body.proposalId)).status, 200)
    }
    const now = await storedPage(quire, pageId)
    assert.deepEqual([now.title, now.properties], ['Renamed', 'status: Draft\n'])
    assert.equal(await markdownOf(quire, pageId), 'One.\n\nTwo.\n')
    const reader = await addPage(quire, 'Only read')
    const refused = await post(
      '/v1/pages/edit',
      { pageId: reader, mode: 'append', text: 'x' },
      paul.key,
    )
    assert.equal(refused.status, 403)
  })
})

describe('POST /v1/proposals/accept', () => {
  it('refuses people who cannot write, own proposals and decided ones', async () => {
    const pageId = await page('Rights', 'Old.')
    const proposalId = await proposeEdit(pageId, 'New.')
    assert.equal((await decide('/v1/proposals/accept', proposalId, {}, paul.key)).status, 403)
    assert.equal((await decide('/v1/proposals/accept', nothing)).status, 404)
    const own = await create({ changes: [edit(pageId, 'Own.')] }, quire.key)
    const refused = await decide('/v1/proposals/accept', own.body.proposalId)
    assert.deepEqual([refused.status, /own/.test(refused.body.message)], [403, true])
    await post('/v1/proposals/set-settings', { acceptsOwn: true })
    assert.equal((await decide('/v1/proposals/accept', own.body.proposalId)).status, 200)
    await post('/v1/proposals/set-settings', { acceptsOwn: false })
    const again = await decide('/v1/proposals/accept', own.body.proposalId)
    assert.deepEqual([again.status, again.body.code], [409, 'PROPOSAL_CLOSED'])
  })

  it('makes all kinds of changes in one go, and the history names both people', async () => {
    const edited = await page('Edited', 'Old text.')
    const moved = await page('Moved', '')
    const gone = await page('Gone', '')
    const { body } = await create({
      changes: [
        { kind: 'create', key: 'a', title: 'Fresh', parentId: sectionId, markdown: '# Hello' },
        { kind: 'create', title: 'Below', parentId: '#a' },
        edit(edited, 'New text.'),
        { kind: 'properties', pageId: edited, set: { status: 'Done' } },
        { kind: 'move', pageId: moved, newParentId: edited },
        { kind: 'trash', pageId: gone },
      ],
    })
    const shown = await get(body.proposalId)
    assert.deepEqual(
      shown.list.map(({ kind }) => kind),
      ['create', 'create', 'edit', 'properties', 'move', 'trash'],
    )
    assert.deepEqual([shown.list[0]?.markdown, shown.list[4]?.to?.title], ['# Hello\n', 'Edited'])
    const accepted = await decide('/v1/proposals/accept', body.proposalId)
    assert.deepEqual(
      [accepted.status, accepted.body.state],
      [200, 'accepted'],
      accepted.body.message,
    )
    assert.equal(await markdownOf(quire, edited), 'New text.\n')
    assert.equal((await storedPage(quire, edited)).properties, 'status: Done\n')
    assert.deepEqual(await titlesUnder(quire, edited), ['Moved'])
    const fresh = shown.list[0]?.pageId ?? ''
    assert.deepEqual(await titlesUnder(quire, fresh), ['Below'])
    const { body: history } = await post<{
      versions: { authors: { firstName: string }[] }[]
    }>('/v1/history/list', { pageId: edited })
    assert.deepEqual(
      history.versions[0]?.authors.map(({ firstName }) => firstName),
      ['Paul', 'Ada'],
    )
  })

  it('takes some hunks, and an edited body', async () => {
    const pageId = await page('Hunks', 'One.\n\nTwo.\n\nThree.\n\n- a\n- b\n')
    const proposalId = await proposeEdit(pageId, 'Uno.\n\nTwo.\n\nTres.\n\n- a\n- B\n')
    const wrong = await decide('/v1/proposals/accept', proposalId, {
      changes: [{ number: 1, hunks: [9] }],
    })
    assert.deepEqual([wrong.status, wrong.body.code], [400, 'VALIDATION_FAILED'])
    const { body } = await decide('/v1/proposals/accept', proposalId, {
      changes: [{ number: 1, hunks: [1, 3] }],
    })
    assert.equal(body.state, 'accepted')
    assert.equal(await markdownOf(quire, pageId), 'Uno.\n\nTwo.\n\nThree.\n\n- a\n- B\n')
    const again = await proposeEdit(pageId, 'Draft.')
    const content = {
      type: 'doc',
      content: [{ type: 'paragraph', content: [{ type: 'text', text: 'Edited.' }] }],
    }
    const part = { number: 1, content, title: 'Better title' }
    assert.equal((await decide('/v1/proposals/accept', again, { changes: [part] })).status, 200)
    assert.equal(await markdownOf(quire, pageId), 'Edited.\n')
    assert.equal((await storedPage(quire, pageId)).title, 'Better title')
  })

  it('takes some changes, and leaves the others open', async () => {
    const ids = [await page('First', 'a'), await page('Second', 'b'), await page('Third', 'c')]
    const { body } = await create({ changes: ids.map((pageId) => edit(pageId, 'New.')) })
    const one = await decide('/v1/proposals/accept', body.proposalId, { changes: [{ number: 2 }] })
    assert.equal(one.body.state, 'open')
    const declined = await decide('/v1/proposals/decline', body.proposalId, {
      changes: [1],
      reason: 'No.',
    })
    assert.equal(declined.body.state, 'open')
    const wrong = await decide('/v1/proposals/accept', body.proposalId, {
      changes: [{ number: 2 }],
    })
    assert.equal(wrong.status, 400)
    assert.equal((await decide('/v1/proposals/accept', body.proposalId)).body.state, 'accepted')
    const texts = await Promise.all(ids.map((pageId) => markdownOf(quire, pageId)))
    assert.deepEqual(texts, ['a\n', 'New.\n', 'New.\n'])
  })

  it('merges later edits, and shows those of the same words as a conflict', async () => {
    const pageId = await page('Merged', 'The meeting is on Monday in the hall.')
    const ofRoom = await proposeEdit(pageId, 'The meeting is on Monday in the garden.')
    const day = await proposeEdit(pageId, 'The meeting is on Friday in the hall.')
    const other = await proposeEdit(pageId, 'The meeting is on Sunday in the hall.')
    assert.equal((await decide('/v1/proposals/accept', ofRoom)).status, 200)
    assert.equal((await decide('/v1/proposals/accept', day)).status, 200)
    const merged = 'The meeting is on Friday in the garden.\n'
    assert.equal(await markdownOf(quire, pageId), merged)
    const [change] = (await get(other)).list
    assert.deepEqual([change?.conflict, change?.body[0]?.isConflict], ['changed', true])
    const { status, body } = await decide('/v1/proposals/accept', other)
    assert.deepEqual([status, body.code], [409, 'PROPOSAL_CONFLICT'])
    assert.equal(await markdownOf(quire, pageId), merged)
  })

  it('shows a conflict where a title, a place or a page was changed meanwhile', async () => {
    const pageId = await page('Named', 'Text.')
    const moved = await page('Placed', '')
    const { body } = await create({
      changes: [
        { kind: 'edit', pageId, title: 'Mine' },
        { kind: 'move', pageId: moved, newParentId: pageId },
        { kind: 'trash', pageId },
      ],
    })
    await post('/v1/pages/update', { pageId, title: 'Theirs' })
    const elsewhere = await page('Elsewhere', '')
    await post('/v1/pages/move', { pageId: moved, newParentId: elsewhere })
    const { list } = await get(body.proposalId)
    assert.deepEqual(
      list.map(({ conflict }) => conflict),
      ['changed', 'changed', 'changed'],
    )
    for (const number of [1, 2, 3]) {
      const answer = await decide('/v1/proposals/accept', body.proposalId, {
        changes: [{ number }],
      })
      assert.equal(answer.status, 409, answer.body.message)
    }
    await post('/v1/pages/delete', { pageId })
    assert.equal((await get(body.proposalId)).list[0]?.conflict, 'deleted')
    assert.equal((await decide('/v1/proposals/accept', body.proposalId)).status, 404)
  })

  it('checks again that the proposer may still propose', async () => {
    const guest = await addPerson(quire, 'Gina', 'VIEWER')
    const pageId = await page('Lost', 'Old.')
    const grant = (level: string | null) =>
      restrict(quire, sectionId, { grants: [{ principalId: guest.userId, level }] })
    await grant('propose')
    const { body } = await create({ changes: [edit(pageId, 'New.')] }, guest.key)
    await grant('comment')
    const refused = await decide('/v1/proposals/accept', body.proposalId)
    assert.deepEqual([refused.status, refused.body.code], [403, 'FORBIDDEN'])
    assert.equal(await markdownOf(quire, pageId), 'Old.\n')
    await grant('propose')
    assert.equal((await decide('/v1/proposals/accept', body.proposalId)).status, 200)
  })
})
