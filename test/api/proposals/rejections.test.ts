import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { addPage, markdownOf, nothing, storedPage } from '../../support/pages.ts'
import { addPerson } from '../../support/people.ts'
import { startServer, type TestServer } from '../../support/server.ts'
import { editOf, outcome, type Proposing, proposingAs } from './proposing.ts'

let quire: TestServer
let ada: Proposing
let mia: Proposing

before(async () => {
  quire = await startServer({ rateLimit: 0 })
  ada = proposingAs(quire)
  mia = proposingAs(quire, (await addPerson(quire, 'Mia', 'MEMBER')).key)
})
after(() => quire.close())

const page = (title: string, markdown = 'Old.') => addPage(quire, title, { markdown })
const invalid = [400, 'VALIDATION_FAILED']
/** How many proposals there are. */
async function count(): Promise<number> {
  type List = { counts: Record<string, number> }
  const { body } = await ada.ask<List>('/v1/proposals/list', {})
  return Object.values(body.counts).reduce((sum, one) => sum + one, 0)
}

describe('a proposal that cannot be made', () => {
  const cases: Record<string, (pageId: string) => object[]> = {
    'without changes': () => [],
    'with a kind that does not exist': (pageId) => [{ kind: 'rename', pageId }],
    'with an edit of no page': () => [{ kind: 'edit', markdown: 'x' }],
    'with an edit of nothing': (pageId) => [{ kind: 'edit', pageId }],
    'with an edit that changes nothing': (pageId) => [editOf(pageId, 'Old.')],
    'with two bodies': (pageId) => [
      { ...editOf(pageId, 'x'), content: { type: 'doc', content: [{ type: 'paragraph' }] } },
    ],
    'with a body that is no document': (pageId) => [
      { kind: 'edit', pageId, content: { type: 'doc', content: [{ type: 'unknown' }] } },
    ],
    'with two edits of a page': (pageId) => [editOf(pageId, 'x'), editOf(pageId, 'y')],
    'with two moves of a page': (pageId) => [
      { kind: 'move', pageId },
      { kind: 'move', pageId },
    ],
    'with a new page without a title': () => [{ kind: 'create', markdown: 'x' }],
    'with a new page with the ID of another': (pageId) => [{ kind: 'create', title: 'x', pageId }],
    'with a new page below a key that nothing has': () => [
      { kind: 'create', title: 'x', parentId: '#nowhere' },
    ],
    'with a new page below itself': () => [
      { kind: 'create', key: 'a', title: 'x', parentId: '#a' },
    ],
    'with two new pages of one key': () => [
      { kind: 'create', key: 'a', title: 'x' },
      { kind: 'create', key: 'a', title: 'y' },
    ],
    'with a parent that is no ID': () => [{ kind: 'create', title: 'x', parentId: 'Handbook' }],
    'with a title for a move': (pageId) => [{ kind: 'move', pageId, title: 'x' }],
    'with a body for the trash': (pageId) => [{ kind: 'trash', pageId, markdown: 'x' }],
    'with properties that are objects': (pageId) => [
      { kind: 'properties', pageId, set: { owner: { name: 'x' } } },
    ],
    'with a value of another type than it says': (pageId) => [
      { kind: 'properties', pageId, set: { due: { type: 'date', value: 'soon' } } },
    ],
    'with a key of a property that is too long': (pageId) => [
      { kind: 'properties', pageId, set: { ['k'.repeat(2000)]: 1 } },
    ],
    'with properties to set in an edit': (pageId) => [
      { ...editOf(pageId, 'x'), set: { status: 'Done' } },
    ],
    'with a version below 1': (pageId) => [{ ...editOf(pageId, 'x'), expectedVersion: 0 }],
    'with a change of more than it can': (pageId) => [{ ...editOf(pageId, 'x'), position: 1 }],
    'with too many changes': () =>
      Array.from({ length: 101 }, (_, index) => ({ kind: 'create', title: `${index}` })),
  }
  for (const [name, changesOf] of Object.entries(cases)) {
    it(`is refused ${name}`, async () => {
      const pageId = await page('Refused')
      const before = await count()
      const { status, body } = await mia.create(changesOf(pageId))
      assert.deepEqual([status, body.code], invalid, JSON.stringify(body))
      assert.equal(await count(), before)
      assert.equal((await storedPage(quire, pageId)).version, 1)
    })
  }

  it('is refused without a title, with a long one, and with a long reason', async () => {
    const pageId = await page('Titles')
    for (const proposal of [
      { title: '' },
      { title: 'x'.repeat(201) },
      { reason: 'x'.repeat(10_001) },
      { title: 5 },
    ]) {
      const refused = await mia.create([editOf(pageId, 'New.')], proposal)
      assert.deepEqual(outcome(refused), invalid, JSON.stringify(proposal))
    }
    const { body } = await mia.create([editOf(pageId, 'New.')], { title: undefined })
    assert.equal(body.code, 'VALIDATION_FAILED')
  })

  it('is refused for pages that are not there, gone, or a cycle', async () => {
    const gone = await page('Gone')
    await ada.ask('/v1/pages/delete', { pageId: gone })
    const parent = await page('Parent')
    const child = await addPage(quire, 'Child', { parentId: parent })
    for (const pageId of [nothing, gone]) {
      for (const change of [
        editOf(pageId, 'x'),
        { kind: 'move', pageId },
        { kind: 'trash', pageId },
        { kind: 'properties', pageId, set: { a: 'b' } },
        { kind: 'create', title: 'x', parentId: pageId },
        { kind: 'move', pageId: parent, newParentId: pageId },
      ]) {
        const answer = await mia.create([change])
        assert.deepEqual(outcome(answer), [404, 'PAGE_NOT_FOUND'], JSON.stringify(change))
      }
    }
    const cycle = await mia.create([{ kind: 'move', pageId: parent, newParentId: child }])
    assert.equal(cycle.body.code, 'PAGE_CYCLE')
  })

  it('is refused where the page has another version than the edit is made of', async () => {
    const pageId = await page('Versions')
    await ada.ask('/v1/pages/update', { pageId, title: 'Newer' })
    const change = { ...editOf(pageId, 'x'), expectedVersion: 1, title: 'Mine' }
    const answer = await mia.create([change])
    assert.deepEqual(outcome(answer), [409, 'VERSION_CONFLICT'])
    const current = await mia.create([{ ...change, expectedVersion: 2 }])
    assert.equal(current.status, 200, current.body.message)
  })

  it('is refused whole if one of its changes cannot be made', async () => {
    const [first, second] = [await page('First'), await page('Second')]
    const before = await count()
    const answer = await mia.create([
      editOf(first, 'New.'),
      { kind: 'trash', pageId: second },
      editOf(nothing, 'x'),
    ])
    assert.equal(answer.status, 404)
    assert.equal(await count(), before)
  })
})

describe('a decision that cannot be made', () => {
  const operations = ['get', 'update', 'withdraw', 'accept', 'decline', 'request-changes'] as const
  const needed: Record<string, object> = {
    'request-changes': { markdown: 'x' },
    comment: { markdown: 'x' },
    update: { title: 'x' },
  }

  it('is refused about proposals that are not there', async () => {
    for (const how of [...operations, 'comment']) {
      const answer = await ada.decide(how, nothing, needed[how])
      assert.deepEqual(outcome(answer), [404, 'PROPOSAL_NOT_FOUND'], how)
      const wrong = await ada.decide(how, 'not-an-id', needed[how])
      assert.deepEqual(outcome(wrong), invalid, how)
    }
  })

  it('is refused about proposals that are closed', async () => {
    const closed: string[] = []
    for (const [how, who] of [
      ['accept', ada],
      ['decline', ada],
      ['withdraw', mia],
    ] as const) {
      const proposalId = await mia.propose([editOf(await page(`To ${how}`), 'New.')])
      assert.equal((await who.decide(how, proposalId)).status, 200, how)
      closed.push(proposalId)
    }
    for (const proposalId of closed) {
      for (const how of ['accept', 'decline', 'request-changes']) {
        const answer = await ada.decide(how, proposalId, needed[how])
        assert.deepEqual(outcome(answer), [409, 'PROPOSAL_CLOSED'], how)
      }
      for (const how of ['update', 'withdraw']) {
        const answer = await mia.decide(how, proposalId, needed[how])
        assert.deepEqual(outcome(answer), [409, 'PROPOSAL_CLOSED'], how)
      }
      assert.equal((await mia.decide('comment', proposalId, { markdown: 'x' })).status, 200)
    }
  })

  it('is refused for parts that the proposal does not have', async () => {
    const pageId = await page('Parts', 'One.\n\nTwo.')
    const proposalId = await mia.propose([
      { ...editOf(pageId, 'Uno.\n\nDos.'), title: 'Partes' },
      { kind: 'properties', pageId, set: { status: 'Done' } },
    ])
    for (const changes of [
      [],
      [{ number: 0 }],
      [{ number: 3 }],
      [{ number: 1 }, { number: 9 }],
      [{ number: 1, hunks: [3] }],
      [{ number: 1, hunks: [0] }],
      [{ number: 1, fields: ['icon'] }],
      [{ number: 1, fields: ['unknown'] }],
      [{ number: 2, hunks: [1] }],
      [{ number: 1, markdown: 'x', content: { type: 'doc', content: [{ type: 'paragraph' }] } }],
      [{ number: 1, content: { type: 'doc', content: [{ type: 'unknown' }] } }],
      [{ number: 1, title: '' }],
    ]) {
      const answer = await ada.decide('accept', proposalId, { changes })
      assert.deepEqual(outcome(answer), invalid, JSON.stringify([changes, answer.body]))
    }
    for (const changes of [[], [0], [3], [1, 9], ['1']]) {
      const answer = await ada.decide('decline', proposalId, { changes })
      assert.deepEqual(outcome(answer), invalid, JSON.stringify(changes))
    }
    const shown = await ada.get(proposalId)
    assert.deepEqual([shown.state, shown.openChanges, shown.comments], ['open', 2, []])
    assert.equal(await markdownOf(quire, pageId), 'One.\n\nTwo.\n')
  })

  it('is refused without the words that it needs, or with too many', async () => {
    const proposalId = await mia.propose([editOf(await page('Words'), 'New.')])
    const long = 'x'.repeat(10_001)
    for (const [how, body] of [
      ['request-changes', {}],
      ['request-changes', { markdown: '' }],
      ['request-changes', { markdown: long }],
      ['comment', {}],
      ['comment', { markdown: '' }],
      ['comment', { markdown: 'x', change: 0 }],
      ['comment', { markdown: 'x', change: 2 }],
      ['decline', { reason: long }],
      ['accept', { markdown: long }],
    ] as const) {
      const answer = await ada.decide(how, proposalId, body)
      assert.deepEqual(outcome(answer), invalid, `${how} ${JSON.stringify(answer.body)}`)
    }
    assert.deepEqual((await ada.get(proposalId)).comments, [])
  })

  it('is refused to everyone but the proposer, or to the proposer', async () => {
    const pageId = await page('Whose')
    const proposalId = await mia.propose([editOf(pageId, 'New.')])
    for (const [who, how] of [
      [ada, 'update'],
      [ada, 'withdraw'],
      [mia, 'accept'],
    ] as const) {
      const answer = await who.decide(how, proposalId, needed[how])
      assert.deepEqual(outcome(answer), [403, 'FORBIDDEN'], how)
    }
    assert.equal((await ada.get(proposalId)).state, 'open')
  })

  it('is refused twice about the same change, also at the same time', async () => {
    const pageId = await page('Twice')
    const proposalId = await mia.propose([editOf(pageId, 'New.')])
    const answers = await Promise.all(
      Array.from({ length: 5 }, () => ada.decide('accept', proposalId)),
    )
    const done = answers.filter(({ status }) => status === 200)
    assert.equal(done.length, 1)
    for (const answer of answers) {
      if (answer.status === 200) continue
      assert.ok([400, 409].includes(answer.status), JSON.stringify(answer.body))
    }
    assert.equal(await markdownOf(quire, pageId), 'New.\n')
    assert.equal((await storedPage(quire, pageId)).version, 2)
  })
})

describe('an update that cannot be made', () => {
  it('leaves the proposal as it is', async () => {
    const pageId = await page('Kept')
    const proposalId = await mia.propose([editOf(pageId, 'New.')], { reason: 'Why.' })
    for (const body of [
      { changes: [] },
      { changes: [{ kind: 'edit', pageId }] },
      { changes: [editOf(pageId, 'Old.')] },
      { title: '' },
      { reason: 'x'.repeat(10_001) },
    ]) {
      const answer = await mia.decide('update', proposalId, body)
      assert.deepEqual(outcome(answer), invalid, JSON.stringify([body, answer.body]))
    }
    const missing = await mia.decide('update', proposalId, { changes: [editOf(nothing, 'x')] })
    assert.deepEqual(outcome(missing), [404, 'PAGE_NOT_FOUND'])
    const shown = await mia.get(proposalId)
    assert.deepEqual(
      [shown.title, shown.reason, shown.revision, shown.list.length],
      ['Better', 'Why.\n', 1, 1],
    )
    assert.deepEqual(shown.comments, [])
  })
})
