import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { addPage, markdownOf } from '../../support/pages.ts'
import { addAgent } from '../../support/people.ts'
import { restrict } from '../../support/sections.ts'
import { startServer, type TestServer } from '../../support/server.ts'
import { editOf, outcome, type Proposing, proposingAs } from './proposing.ts'

let quire: TestServer
let ada: Proposing
let robo: Proposing
before(async () => {
  quire = await startServer({ rateLimit: 0 })
  ada = proposingAs(quire)
  robo = proposingAs(quire, (await addAgent(quire, 'Robo', 'propose')).key)
})
after(() => quire.close())

/** One change of each kind; the numbers are those of the list. */
async function everyKind() {
  const page = (title: string) => addPage(quire, title, { markdown: 'Old.' })
  const [edited, moved, deleted, listed] = [
    await page('Edited'),
    await page('Moved'),
    await page('Deleted'),
    await page('Listed'),
  ]
  const proposalId = await robo.propose([
    { kind: 'create', key: 'parent', title: 'Parent', markdown: 'Draft.' },
    { kind: 'create', parentId: '#parent', title: 'Child' },
    { kind: 'edit', pageId: edited, title: 'Better', markdown: 'New.' },
    { kind: 'properties', pageId: listed, set: { state: 'done' } },
    { kind: 'trash', pageId: deleted },
    { kind: 'move', pageId: moved, newParentId: listed },
  ])
  return { proposalId, edited, moved, deleted, listed }
}

const pageOf = async (pageId: string) => {
  type Page = { title: string; parentId: string | null }
  return (await ada.ask<Page>('/v1/pages/get', { page: pageId })).body
}
const titleOf = async (pageId: string) => (await pageOf(pageId)).title

describe('proposals.update with edits and remove', () => {
  it('refuses what names no open change, leaves nothing, or takes the parent of another', async () => {
    const { proposalId } = await everyKind()
    const wrong: object[] = [
      { edits: [{ number: 9, title: 'x' }] },
      { remove: [9] },
      { remove: [3, 3] },
      { edits: [{ number: 3, title: 'x' }], remove: [3] },
      { edits: [{ number: 4, title: 'x' }] },
      { edits: [{ number: 5, markdown: 'x' }] },
      { edits: [{ number: 3, markdown: 'x', content: { type: 'doc' } }] },
      { remove: [1] },
      { remove: [1, 2, 3, 4, 5, 6] },
      { remove: [6], changes: [editOf(proposalId, 'x')] },
    ]
    for (const body of wrong) {
      const answer = await robo.decide('update', proposalId, body)
      assert.deepEqual(outcome(answer), [400, 'VALIDATION_FAILED'], JSON.stringify(body))
    }
    const one = { edits: [{ number: 3, title: 'x' }] }
    assert.deepEqual(outcome(await ada.decide('update', proposalId, one)), [403, 'FORBIDDEN'])
    const stale = await robo.decide('update', proposalId, { ...one, revision: 7 })
    assert.deepEqual(outcome(stale), [409, 'PROPOSAL_CONFLICT'])
    assert.equal((await robo.get(proposalId)).revision, 1)
  })

  it('edits some changes, removes others, and leaves the rest as it is, with its number', async () => {
    const { proposalId, edited, moved, deleted, listed } = await everyKind()
    const before = await robo.get(proposalId)
    const updated = await robo.decide('update', proposalId, {
      title: 'All of it',
      reason: 'Because.',
      edits: [
        { number: 1, title: 'Ancestor', markdown: 'Final.' },
        { number: 3, markdown: 'Newer.', expectedVersion: 1 },
      ],
      remove: [5],
    })
    assert.equal(updated.body.state, 'open', updated.body.message)
    const now = await robo.get(proposalId)
    assert.deepEqual([now.title, now.reason, now.revision], ['All of it', 'Because.\n', 2])
    assert.deepEqual(
      now.list.map(({ number, kind }) => [number, kind]),
      [
        [1, 'create'],
        [2, 'create'],
        [3, 'edit'],
        [4, 'properties'],
        [6, 'move'],
      ],
    )
    const same = (number: number) =>
      [before, now].map(({ list }) => list.find((one) => one.number === number))
    for (const number of [4, 6]) assert.deepEqual(same(number)[1], same(number)[0])
    assert.equal(now.list[1]?.pageId, before.list[1]?.pageId)
    const accepted = await ada.decide('accept', proposalId, { revision: 2 })
    assert.equal(accepted.status, 200, accepted.body.message)
    const parent = now.list[0]?.pageId ?? ''
    assert.deepEqual(
      [await titleOf(parent), await markdownOf(quire, parent)],
      ['Ancestor', 'Final.\n'],
    )
    assert.deepEqual(
      [await titleOf(edited), await markdownOf(quire, edited)],
      ['Better', 'Newer.\n'],
    )
    assert.equal(await titleOf(deleted), 'Deleted')
    assert.equal((await pageOf(moved)).parentId, listed)
  })

  it('merges a new text with what others write after it, and rejects one of an older version', async () => {
    const pageId = await addPage(quire, 'Busy', { markdown: 'One.\n\nTwo.' })
    const proposalId = await robo.propose([editOf(pageId, 'First.\n\nTwo.')])
    const write = (markdown: string) =>
      ada.ask('/v1/pages/edit', { pageId, mode: 'append', text: markdown })
    await write('Three.')
    const old = { edits: [{ number: 1, markdown: 'Mine.', expectedVersion: 1 }] }
    const refused = await robo.decide('update', proposalId, old)
    assert.deepEqual(outcome(refused), [409, 'VERSION_CONFLICT'])
    const edits = [{ number: 1, markdown: 'First.\n\nTwo.\n\nThird.', expectedVersion: 2 }]
    assert.equal((await robo.decide('update', proposalId, { edits })).status, 200)
    await write('Four.')
    assert.equal((await ada.decide('accept', proposalId, { revision: 2 })).status, 200)
    assert.equal(await markdownOf(quire, pageId), 'First.\n\nTwo.\n\nThird.\n\nFour.\n')
  })

  it('gives an edit its title, and leaves no change that changes nothing', async () => {
    const pageId = await addPage(quire, 'Named', { markdown: 'Old.' })
    const proposalId = await robo.propose([{ kind: 'edit', pageId, title: 'Renamed' }])
    const nothing = await robo.decide('update', proposalId, {
      edits: [{ number: 1, title: 'Named' }],
    })
    assert.deepEqual(outcome(nothing), [400, 'VALIDATION_FAILED'])
    const edits = [{ number: 1, title: 'Titled' }]
    assert.equal((await robo.decide('update', proposalId, { edits })).status, 200)
    const [change] = (await robo.get(proposalId)).list
    assert.deepEqual(change?.fields, [
      { name: 'title', before: 'Named', after: 'Titled', isConflict: false },
    ])
  })

  it('hides it from those who cannot read its pages, until the page is out of it', async () => {
    const open = await addPage(quire, 'Open', { markdown: 'Old.' })
    const closed = await addPage(quire, 'Closed', { markdown: 'Old.' })
    const proposalId = await ada.propose([editOf(open, 'New.'), editOf(closed, 'New.')])
    await restrict(quire, closed)
    const hidden = await robo.ask('/v1/proposals/get', { proposalId })
    assert.equal(hidden.status, 404)
    assert.equal((await ada.decide('update', proposalId, { remove: [2] })).status, 200)
    assert.equal((await robo.get(proposalId)).changes, 1)
  })
})
