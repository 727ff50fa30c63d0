import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { after, before, describe, it } from 'node:test'
import { addPage, markdownOf, storedPage } from '../../support/pages.ts'
import { addKey, startServer, type TestServer } from '../../support/server.ts'
import { editOf, outcome, type Proposing, proposingAs } from './proposing.ts'

let quire: TestServer
/** Proposes only. */
let key: string
let program: Proposing
let ada: Proposing

before(async () => {
  quire = await startServer({ rateLimit: 0 })
  key = await addKey(quire, { proposeOnly: true })
  program = proposingAs(quire, key)
  ada = proposingAs(quire)
})
after(() => quire.close())

const page = (title: string, markdown = 'Old.') => addPage(quire, title, { markdown })
const proposed = async (path: string, body: object) => {
  const answer = await program.ask(path, body)
  assert.equal(answer.status, 202, JSON.stringify(answer.body))
  return answer.body.proposalId
}
const kindsOf = async (proposalId: string) =>
  (await ada.get(proposalId)).list.map(({ kind }) => kind)

describe('a write that becomes a proposal', () => {
  it('has a title that says what it changes', async () => {
    const pageId = await page('Handbook')
    const edit = { pageId, mode: 'append', text: 'New.' }
    const shown = await ada.get(await proposed('/v1/pages/edit', edit))
    assert.deepEqual([shown.title, shown.reason, shown.changes], ['Edit Handbook', '', 1])
    const set = { pageId, set: { status: 'Done' } }
    const properties = await ada.get(await proposed('/v1/pages/set-properties', set))
    assert.equal(properties.title, 'Change the properties of Handbook')
  })

  for (const [mode, given, expected] of [
    ['append', { text: 'New.' }, 'Old.\n\nNew.\n'],
    ['prepend', { text: 'New.' }, 'New.\n\nOld.\n'],
    ['replace', { find: 'Old', text: 'New' }, 'New.\n'],
  ] as const) {
    it(`is one of mode ${mode}`, async () => {
      const pageId = await page(`Mode ${mode}`)
      const proposalId = await proposed('/v1/pages/edit', { pageId, mode, ...given })
      assert.equal(await markdownOf(quire, pageId), 'Old.\n')
      assert.deepEqual(await kindsOf(proposalId), ['edit'])
      assert.equal((await ada.decide('accept', proposalId)).status, 200)
      assert.equal(await markdownOf(quire, pageId), expected)
    })
  }

  it('is one of a whole body, of the version that it names', async () => {
    const pageId = await page('Whole body')
    const text = { type: 'text', text: 'New.' }
    const content = { type: 'doc', content: [{ type: 'paragraph', content: [text] }] }
    const outdated = await program.ask('/v1/pages/save', { pageId, version: 7, content })
    assert.equal(outdated.status >= 400, true)
    const proposalId = await proposed('/v1/pages/save', {
      pageId,
      version: 1,
      content,
      title: 'New title',
    })
    assert.equal((await ada.decide('accept', proposalId)).status, 200)
    assert.equal((await storedPage(quire, pageId)).title, 'New title')
    assert.equal(await markdownOf(quire, pageId), 'New.\n')
  })

  it('is refused as a write is: for what cannot be parsed, found or matched', async () => {
    const pageId = await page('Refused')
    for (const [body, status] of [
      [{ pageId, mode: 'wipe', text: 'x' }, 400],
      [{ pageId, mode: 'append' }, 400],
      [{ pageId, mode: 'replace', find: 'Nowhere', text: 'x' }, undefined],
      [{ pageId: randomUUID(), mode: 'append', text: 'x' }, 404],
    ] as const) {
      const answer = await program.ask('/v1/pages/edit', body)
      assert.ok(answer.status >= 400, JSON.stringify(answer.body))
      if (status !== undefined) assert.equal(answer.status, status, JSON.stringify(answer.body))
    }
    const { body } = await ada.ask<{ proposals: object[] }>('/v1/proposals/list', { pageId })
    assert.deepEqual(body.proposals, [])
  })

  it('makes one proposal for a repeated request, and the answer is the same', async () => {
    const pageId = await page('Repeated')
    const send = (name: string) =>
      quire.request<{ proposalId: string; code?: string }>({
        method: 'POST',
        url: '/v1/pages/edit',
        headers: {
          authorization: `Bearer ${key}`,
          'content-type': 'application/json',
          'idempotency-key': name,
        },
        payload: JSON.stringify({
          workspaceId: quire.workspaceId,
          pageId,
          mode: 'append',
          text: 'New.',
        }),
      })
    const first = await send('one')
    const again = await send('one')
    assert.deepEqual([first.status, again.status], [202, 202])
    assert.equal(again.body.proposalId, first.body.proposalId)
    assert.equal(again.headers['idempotency-replayed'], 'true')
    const other = await send('other')
    assert.notEqual(other.body.proposalId, first.body.proposalId)
  })

  it('is made of the page with the text that others are typing', async () => {
    const pageId = await page('Later', 'One.\n\nTwo.')
    const proposalId = await proposed('/v1/pages/edit', {
      pageId,
      mode: 'replace',
      find: 'Two',
      text: 'Dos',
    })
    const edit = { pageId, mode: 'replace', find: 'One', text: 'Uno' }
    assert.equal((await ada.ask('/v1/pages/edit', edit)).status, 200)
    assert.equal((await ada.decide('accept', proposalId)).status, 200)
    assert.equal(await markdownOf(quire, pageId), 'Uno.\n\nDos.\n')
  })
})

describe('several proposals of one program', () => {
  it('are listed as its own, and counted by state', async () => {
    const own = await startServer({ rateLimit: 0 })
    try {
      const mine = proposingAs(own, await addKey(own, { proposeOnly: true }))
      const pageId = await addPage(own, 'Listed', { markdown: 'Old.' })
      const ids: string[] = []
      for (const text of ['A', 'B', 'C']) ids.push(await mine.propose([editOf(pageId, text)]))
      await mine.decide('withdraw', ids[0] ?? '')
      type List = { proposals: { id: string; state: string }[]; counts: Record<string, number> }
      const list = async (filter: object) =>
        (await mine.ask<List>('/v1/proposals/list', filter)).body
      const all = await list({ onlyMine: true })
      assert.deepEqual(
        all.proposals.map(({ id }) => id),
        ids.toReversed(),
      )
      assert.deepEqual([all.counts['open'], all.counts['withdrawn']], [2, 1])
      const part = await list({ limit: 1, offset: 1 })
      assert.deepEqual(
        part.proposals.map(({ id }) => id),
        [ids[1]],
      )
      assert.deepEqual((await list({ state: 'accepted' })).proposals, [])
      for (const filter of [{ limit: 0 }, { offset: -1 }, { state: 'new' }, { pageId: 'x' }]) {
        const refused = await mine.ask('/v1/proposals/list', filter)
        assert.deepEqual(outcome(refused), [400, 'VALIDATION_FAILED'], JSON.stringify(filter))
      }
    } finally {
      await own.close()
    }
  })
})
