import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { callTool, items } from '../../support/mcp.ts'
import { addPage, markdownOf, storedPage, titlesUnder } from '../../support/pages.ts'
import { addKey, startServer, type TestServer } from '../../support/server.ts'
import { signIn } from '../../support/web/visitor.ts'

let quire: TestServer
/** Proposes only. */
let key: string
let ada: Awaited<ReturnType<typeof signIn>>
before(async () => {
  quire = await startServer({ rateLimit: 0 })
  key = await addKey(quire, { proposeOnly: true })
  ada = await signIn(quire)
})
after(() => quire.close())

const call = (name: string, given: object = {}) => callTool(quire, name, given, { key })
const proposed = async (name: string, given: object) => {
  const { isError, value } = await call(name, given)
  assert.equal(isError, false, JSON.stringify(value))
  assert.equal(value['state'], 'open', `${name} ${JSON.stringify(value)}`)
  return String(value['proposalId'])
}
const decide = async (how: string, proposalId: string, body: object = {}) => {
  const { workspaceId } = quire
  const answer = await ada.post(`/v1/proposals/${how}`, { workspaceId, proposalId, ...body })
  assert.equal(answer.status, 200, JSON.stringify(answer.body))
}

describe('tools of a key that may only propose', () => {
  it('say what is wrong as before', async () => {
    const { isError, value } = await call('edit_page', {
      page: 'Nowhere',
      mode: 'append',
      text: 'x',
    })
    assert.deepEqual([isError, value['code']], [true, 'PAGE_NOT_FOUND'])
  })

  it('make proposals instead of writing', async () => {
    const pageId = await addPage(quire, 'Plan', { markdown: 'We meet on Monday.' })
    const boardId = await addPage(quire, 'Old', {})
    const page = 'Plan'
    const created = [
      await proposed('edit_page', { page, mode: 'append', text: 'Bring tea.' }),
      await proposed('edit_pages', {
        edits: [{ page, mode: 'replace', find: 'Monday', text: 'Friday' }],
      }),
      await proposed('update_page', { page, title: 'Plan for Friday' }),
      await proposed('create_page', { title: 'Notes', parent: page, markdown: 'Hi.' }),
      await proposed('create_pages', {
        pages: [
          { key: 'a', title: 'A' },
          { title: 'B', parent: '#a' },
        ],
      }),
      await proposed('move_page', { page: boardId, parent: pageId }),
    ]
    const { version } = await storedPage(quire, pageId)
    assert.equal(version, 1)
    for (const proposalId of created) await decide('accept', proposalId, { revision: 1 })
    assert.equal(await markdownOf(quire, pageId), 'We meet on Friday.\n\nBring tea.\n')
    assert.equal((await storedPage(quire, pageId)).title, 'Plan for Friday')
    assert.deepEqual((await titlesUnder(quire, pageId)).toSorted(), ['Notes', 'Old'])
    await decide('accept', await proposed('delete_page', { page: boardId }), { revision: 1 })
    assert.deepEqual(await titlesUnder(quire, pageId), ['Notes'])
  })
})

describe('create_proposal, list_proposals and review_proposal', () => {
  it('refuse wrong kinds, pages and decisions', async () => {
    await addPage(quire, 'Refused', { markdown: 'Old.' })
    for (const changes of [
      [{ kind: 'edit' }],
      [{ kind: 'create' }],
      [{ kind: 'edit', page: 'Refused', mode: 'wipe' }],
      [{ kind: 'edit', page: 'Nowhere', markdown: 'x' }],
      [],
    ]) {
      const { isError } = await call('create_proposal', { title: 'x', changes })
      assert.equal(isError, true, JSON.stringify(changes))
    }
    const wrong = await call('review_proposal', { proposal: 'x' })
    assert.equal(wrong.value['code'], 'VALIDATION_FAILED')
    const changes = [{ kind: 'edit', page: 'Refused', markdown: 'New.' }]
    const created = await proposed('create_proposal', { title: 'Mine', changes })
    for (const given of [
      { action: 'accept' },
      { action: 'accept', revision: 1 },
      { action: 'decline', revision: 1 },
      { action: 'comment', text: ' ' },
      { action: 'accept', revision: 1, hunks: [1] },
    ]) {
      const { isError } = await call('review_proposal', { proposal: created, ...given })
      assert.equal(isError, true, JSON.stringify(given))
    }
  })

  it('say where people review a proposal, and nothing of one that was only tried', async () => {
    await addPage(quire, 'Found', { markdown: 'Old.' })
    const given = {
      title: 'Better',
      changes: [{ kind: 'edit', page: 'Found', markdown: 'New.' }],
    }
    const tried = await call('create_proposal', { ...given, dryRun: true })
    assert.deepEqual(Object.keys(tried.value).toSorted(), [
      'changes',
      'dryRun',
      'state',
      'workspace',
    ])
    const asked = await callTool(quire, 'create_proposal', given)
    const instead = await call('edit_page', { page: 'Found', mode: 'append', text: 'x' })
    for (const { value } of [asked, instead]) {
      const path = `/proposals/${String(value['proposalId'])}`
      assert.ok(String(value['url']).endsWith(path), JSON.stringify(value))
    }
    assert.equal(asked.value['note'], undefined)
    assert.match(String(instead.value['note']), /^Not written: you may only propose/)
  })

  it('let an agent wait for a review, and answer it', async () => {
    const pageId = await addPage(quire, 'Waited', { markdown: 'Old text.' })
    const page = 'Waited'
    const proposalId = await proposed('create_proposal', {
      title: 'Newer',
      reason: 'It is old.',
      changes: [{ kind: 'edit', page, mode: 'replace', find: 'Old', text: 'Newer' }],
    })
    const listed = await call('list_proposals', { page, state: 'open' })
    assert.equal(Object(listed.value['counts'])['open'], 1)
    const [first] = items(listed.value['proposals'])
    assert.ok(String(first?.['url']).endsWith(`/proposals/${proposalId}`))
    const waiting = call('review_proposal', { proposal: proposalId, waitSeconds: 25 })
    await decide('request-changes', proposalId, { markdown: 'Say **new**.' })
    const { text } = await waiting
    assert.match(text, /state: changes_requested/)
    assert.match(
      text,
      /<page-\d{6}>\n# Newer\n[^]*- Old text\.\n\+ Newer text\.[^]*Say \*\*new\*\*\./,
    )
    const changes = [{ kind: 'edit', page, markdown: 'New text.' }]
    const update = { proposal: proposalId, action: 'update', changes }
    assert.equal(await proposed('review_proposal', update), proposalId)
    const said = { proposal: proposalId, action: 'comment', text: 'Done.' }
    assert.equal((await call('review_proposal', said)).isError, false)
    await decide('accept', proposalId, { revision: 2 })
    assert.match((await call('review_proposal', { proposal: proposalId })).text, /state: accepted/)
    assert.equal(await markdownOf(quire, pageId), 'New text.\n')
  })

  it('let an agent that may write decide', async () => {
    const pageId = await addPage(quire, 'Decided', { markdown: 'One.\n\nTwo.' })
    const changes = [{ kind: 'edit', page: 'Decided', markdown: 'Uno.\n\nDos.' }]
    const { workspaceId } = quire
    const created = await ada.post<{ proposalId: string }>('/v1/proposals/create', {
      workspaceId,
      title: 'By a person',
      changes: [{ kind: 'edit', pageId, markdown: 'Uno.\n\nDos.' }],
    })
    const proposal = created.body.proposalId
    await ada.post('/v1/proposals/set-settings', { workspaceId, acceptsOwn: true })
    const accepted = await callTool(quire, 'review_proposal', {
      proposal,
      action: 'accept',
      revision: 1,
      change: 1,
      hunks: [2],
    })
    assert.equal(accepted.value['state'], 'accepted')
    assert.equal(await markdownOf(quire, pageId), 'One.\n\nDos.\n')
    const { text } = await callTool(quire, 'review_proposal', { proposal })
    assert.match(text, /^state: accepted\nisAcceptedInPart: true\n/m)
    assert.deepEqual(text.match(/^@@ .*$/gm), ['@@ hunk 1, not accepted', '@@ hunk 2'])
    const list = await callTool(quire, 'list_proposals', { page: 'Decided' })
    assert.partialDeepStrictEqual(list.value, { proposals: [{ isAcceptedInPart: true }] })
    const other = await proposed('create_proposal', { title: 'Again', changes })
    const declined = await callTool(quire, 'review_proposal', {
      proposal: other,
      action: 'decline',
      revision: 1,
      text: 'No.',
    })
    assert.equal(declined.value['state'], 'declined')
    const third = await proposed('create_proposal', { title: 'Once more', changes })
    const withdrawn = await call('review_proposal', { proposal: third, action: 'withdraw' })
    assert.equal(withdrawn.value['state'], 'withdrawn')
  })
})
