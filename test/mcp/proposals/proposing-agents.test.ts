import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { type Proposing, proposingAs } from '../../api/proposals/proposing.ts'
import { callTool, items, rpc } from '../../support/mcp.ts'
import { addPage, markdownOf, storedPage, titlesUnder } from '../../support/pages.ts'
import { addAgent } from '../../support/people.ts'
import { restrict } from '../../support/sections.ts'
import { startServer, type TestServer } from '../../support/server.ts'

let quire: TestServer
let ada: Proposing
/** The keys of agents by their role. */
let keys: Record<'read' | 'comment' | 'propose' | 'write', string>

before(async () => {
  quire = await startServer({ rateLimit: 0 })
  ada = proposingAs(quire)
  keys = {
    read: (await addAgent(quire, 'Reader', 'read')).key,
    comment: (await addAgent(quire, 'Commenter', 'comment')).key,
    propose: (await addAgent(quire, 'Proposer', 'propose')).key,
    write: (await addAgent(quire, 'Writer', 'write')).key,
  }
})
after(() => quire.close())

const call = (name: string, given: object, role: keyof typeof keys = 'propose') =>
  callTool(quire, name, given, { key: keys[role] })
const page = (title: string) => addPage(quire, title, { markdown: 'Old.' })

/** A call of each tool that writes, about a page. */
const writes = (pageId: string, parent = pageId): Record<string, object> => ({
  edit_page: { page: pageId, mode: 'append', text: 'New.' },
  edit_pages: { edits: [{ page: pageId, mode: 'append', text: 'New.' }] },
  update_page: { page: pageId, title: 'Renamed' },
  create_page: { title: 'Below', parent: pageId },
  create_pages: { pages: [{ title: 'Below', parent: pageId }] },
  set_properties: { page: pageId, set: { status: 'Done' } },
  move_page: { page: pageId, parent },
  delete_page: { page: pageId },
})

describe('the tools that write, for an agent', () => {
  for (const name of Object.keys(writes(''))) {
    const given = async (pageId: string) => writes(pageId, await page('Parent'))[name] ?? {}

    it(`that may only propose: ${name} makes a proposal, and changes nothing`, async () => {
      const pageId = await page(`Proposed by ${name}`)
      const { isError, value } = await call(name, await given(pageId))
      assert.equal(isError, false, JSON.stringify(value))
      assert.equal(value['state'], 'open', JSON.stringify(value))
      assert.match(String(value['note']), /Not written/)
      assert.equal((await storedPage(quire, pageId)).version, 1)
      assert.deepEqual(await titlesUnder(quire, pageId), [])
      const accepted = await ada.decide('accept', String(value['proposalId']))
      assert.equal(accepted.body.state, 'accepted', accepted.body.message)
    })

    it(`that may only read or comment: ${name} is refused`, async () => {
      const pageId = await page(`Refused to ${name}`)
      for (const role of ['read', 'comment'] as const) {
        const { isError, value } = await call(name, await given(pageId), role)
        assert.deepEqual([isError, value['code']], [true, 'FORBIDDEN'], role)
      }
      const { body } = await ada.ask<{ proposals: object[] }>('/v1/proposals/list', { pageId })
      assert.deepEqual(body.proposals, [])
    })

    it(`that may write: ${name} writes`, async () => {
      const pageId = await page(`Written by ${name}`)
      const { isError, value } = await call(name, await given(pageId), 'write')
      assert.equal(isError, false, JSON.stringify(value))
      assert.equal(value['proposalId'], undefined)
    })
  }

  it('that may only propose try a write with dryRun as one that is refused', async () => {
    const pageId = await page('Tried')
    const given = { page: pageId, mode: 'append', text: 'New.', dryRun: true }
    const { value } = await call('edit_page', given)
    assert.equal(value['proposalId'], undefined)
    const { body } = await ada.ask<{ proposals: object[] }>('/v1/proposals/list', { pageId })
    assert.deepEqual(body.proposals, [])
    assert.equal((await storedPage(quire, pageId)).version, 1)
  })

  it('answer with a result that the schema of the tool allows', async () => {
    const { tools } = await rpc(quire, 'tools/list', {}, { key: keys.propose })
    const names = new Set(items(tools).map(({ name }) => String(name)))
    assert.ok(names.has('edit_page'))
    assert.ok(!names.has('create_proposal'), 'the tools of a group are listed on request')
  })
})

describe('review_proposal, for agents', () => {
  it('lets an agent that may write decline what another proposed, and accept nothing', async () => {
    const pageId = await page('Reviewed')
    const created = await call('create_proposal', {
      title: 'Newer',
      changes: [{ kind: 'edit', page: pageId, markdown: 'New.' }],
    })
    const proposal = String(created.value['proposalId'])
    const review = (role: keyof typeof keys, action: string, given: object = {}) =>
      call('review_proposal', { proposal, action, ...given }, role)
    for (const role of ['read', 'comment', 'propose'] as const) {
      for (const action of ['accept', 'decline', 'request_changes']) {
        const refused = await review(role, action, { text: 'x', revision: 1 })
        assert.deepEqual([refused.isError, refused.value['code']], [true, 'FORBIDDEN'], role)
      }
    }
    assert.equal((await review('read', 'comment', { text: 'x' })).value['code'], 'FORBIDDEN')
    assert.equal((await review('comment', 'comment', { text: 'Hm.' })).isError, false)
    for (const role of ['comment', 'write'] as const) {
      assert.equal((await review(role, 'withdraw')).value['code'], 'FORBIDDEN', role)
    }
    const refused = await review('write', 'accept', { text: 'Thanks.', revision: 1 })
    assert.deepEqual([refused.isError, refused.value['code']], [true, 'FORBIDDEN'])
    assert.match(String(refused.value['message']), /Ask a person to review it/)
    assert.equal(await markdownOf(quire, pageId), 'Old.\n')
    const declined = await review('write', 'decline', { text: 'No.', revision: 1 })
    assert.equal(declined.value['state'], 'declined', JSON.stringify(declined.value))
    const closed = await review('write', 'decline', { revision: 1 })
    assert.deepEqual([closed.isError, closed.value['code']], [true, 'PROPOSAL_CLOSED'])
  })

  it('shows the difference, what is in conflict, and who may accept', async () => {
    const pageId = await page('Shown')
    const created = await call('create_proposal', {
      title: 'Both',
      reason: 'Because.',
      changes: [
        { kind: 'edit', page: pageId, mode: 'replace', find: 'Old', text: 'New' },
        { kind: 'create', title: 'Below', parent: pageId, markdown: 'Hello.' },
      ],
    })
    const proposal = String(created.value['proposalId'])
    const edit = { pageId, mode: 'replace', find: 'Old', text: 'Other' }
    assert.equal((await ada.ask('/v1/pages/edit', edit)).status, 200)
    const own = await call('review_proposal', { proposal })
    assert.match(own.text, /canAccept: false/)
    assert.match(own.text, /Because\./)
    assert.match(own.text, /in conflict \(changed\)/)
    assert.match(own.text, /Hello\./)
    const writer = await call('review_proposal', { proposal }, 'write')
    assert.match(writer.text, /canAccept: false/)
    const person = await callTool(quire, 'review_proposal', { proposal })
    assert.match(person.text, /canAccept: true/)
    const accept = { proposal, action: 'accept', revision: 1 }
    const refused = await callTool(quire, 'review_proposal', accept)
    assert.equal(refused.value['code'], 'PROPOSAL_CONFLICT')
    const accepted = await callTool(quire, 'review_proposal', { ...accept, change: 1 })
    assert.equal(accepted.isError, false, accepted.text)
    assert.deepEqual(await titlesUnder(quire, pageId), ['Below'])
  })

  it('accepts only the revision that was read', async () => {
    const pageId = await page('Read')
    const edit = (markdown: string) => [{ kind: 'edit', page: pageId, markdown }]
    const created = await call('create_proposal', { title: 'Newer', changes: edit('New.') })
    const proposal = String(created.value['proposalId'])
    const shown = await call('review_proposal', { proposal }, 'write')
    assert.match(shown.text, /^revision: 1$/m)
    const update = { proposal, action: 'update', changes: edit('Newest.') }
    assert.equal((await call('review_proposal', update)).isError, false)
    const accept = { proposal, action: 'accept', revision: 1 }
    const refused = await callTool(quire, 'review_proposal', accept)
    assert.equal(refused.value['code'], 'PROPOSAL_CONFLICT', refused.text)
    const accepted = await callTool(quire, 'review_proposal', { ...accept, revision: 2 })
    assert.equal(accepted.value['state'], 'accepted', accepted.text)
    assert.equal(await markdownOf(quire, pageId), 'Newest.\n')
  })

  it('cuts a long proposal between two characters, and says so', async () => {
    const pageId = await page('Long')
    const markdown = `x${'🍵'.repeat(12_000)}`
    const changes = [{ kind: 'edit', page: pageId, markdown }]
    const created = await call('create_proposal', { title: 'Tea', changes })
    const { text } = await call('review_proposal', { proposal: created.value['proposalId'] })
    assert.ok(text.isWellFormed())
    assert.match(text, /\nTruncated\. The rest is in the web app\.$/)
  })

  it('keeps a board a board', async () => {
    const markdown = '## To do\n\n- [ ] One\n'
    const board = await call('create_page', { title: 'Board', type: 'board', markdown }, 'write')
    const pageId = String(board.value['id'] ?? board.value['pageId'])
    assert.equal((await storedPage(quire, pageId)).type, 'KANBAN')
    const changed = '## To do\n\n- [ ] One\n- [ ] Two\n'
    const changes = [{ kind: 'edit', page: pageId, markdown: changed }]
    const created = await call('create_proposal', { title: 'More', changes })
    assert.equal(created.isError, false, created.text)
    const proposalId = String(created.value['proposalId'])
    assert.equal((await ada.decide('accept', proposalId)).status, 200)
    assert.equal((await storedPage(quire, pageId)).type, 'KANBAN')
    const { version } = await storedPage(quire, pageId)
    const replaced = { page: pageId, markdown, expectedVersion: version }
    const updated = await call('update_page', replaced, 'write')
    assert.equal(updated.isError, false, updated.text)
    assert.equal((await storedPage(quire, pageId)).type, 'KANBAN')
    assert.doesNotMatch(await markdownOf(quire, pageId), /Two/)
  })

  it('has a title of at most 200 characters when it names several pages', async () => {
    const ids = [await page('🍵'.repeat(120)), await page('b'.repeat(250))]
    const edits = ids.map((id) => ({ page: id, mode: 'append', text: 'New.' }))
    const created = await call('edit_pages', { edits: edits.toReversed() })
    const proposalId = String(created.value['proposalId'])
    const { title } = await ada.get(proposalId)
    assert.equal(Array.from(title).length, 200)
    assert.match(title, /^Edit b+ and 1 more$/)
  })

  it('hides proposals of pages that an agent cannot read', async () => {
    const pageId = await page('Hidden')
    const created = await call('create_proposal', {
      title: 'Secret',
      changes: [{ kind: 'edit', page: pageId, markdown: 'New.' }],
    })
    const proposal = String(created.value['proposalId'])
    await restrict(quire, pageId)
    for (const role of ['read', 'propose', 'write'] as const) {
      const shown = await call('review_proposal', { proposal }, role)
      assert.deepEqual([shown.isError, shown.value['code']], [true, 'PROPOSAL_NOT_FOUND'], role)
      assert.ok(!shown.text.includes('Secret'))
      const listed = await call('list_proposals', {}, role)
      assert.ok(!listed.text.includes(proposal))
    }
  })
})
