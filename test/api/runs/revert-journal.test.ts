import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { clock } from '../../../server/lib/clock.ts'
import { history, runs, steps } from '../../../server/store/index.ts'
import { addPage, markdownOf, storedPage } from '../../support/pages.ts'
import { actionsOf, type AgentRuns, agentRuns, staysOf } from '../../support/reverts/agent-runs.ts'
import { addKey, startServer, type TestServer } from '../../support/server.ts'
import { journalOf, typeText } from '../../support/typing.ts'

let quire: TestServer
let calls: AgentRuns
before(async () => {
  quire = await startServer({ rateLimit: 0 })
  calls = agentRuns(quire, await addKey(quire))
})
after(() => quire.close())

const addressOf = (pageId: string) => ({ workspaceId: quire.workspaceId, pageId })

/** The journal is kept for some days only. */
async function forgetJournal(pageId: string): Promise<void> {
  await quire.app.store.transactIn({ workspaceId: quire.workspaceId }, (transaction) =>
    steps.remove(transaction, addressOf(pageId)),
  )
  assert.deepEqual(await journalOf(quire, pageId), [])
}

async function forgetVersions(pageId: string): Promise<void> {
  await quire.app.store.transactIn({ workspaceId: quire.workspaceId }, (transaction) =>
    history.remove(transaction, addressOf(pageId)),
  )
}

/** A page of two paragraphs of Ada, to which a run appended one and in which it changed one. */
async function changedPage(title: string): Promise<{ pageId: string; runId: string }> {
  const pageId = await addPage(quire, title, { markdown: 'First words.\n\nSecond words.' })
  const asAgent = calls.newRun()
  await asAgent('/v1/pages/edit', { pageId, mode: 'replace', find: 'Second', text: 'Other' })
  await asAgent('/v1/pages/edit', { pageId, mode: 'append', text: 'Third words.' })
  return { pageId, runId: await calls.runOf(pageId) }
}

/** Ada appends a paragraph as another program. */
const append = (pageId: string, text: string) =>
  calls.write('/v1/pages/edit', { pageId, mode: 'append', text })

describe('the revert of a run from the journal', () => {
  it('keeps what a person types meanwhile, which is only in the journal', async () => {
    const { pageId, runId } = await changedPage('Typed')
    await typeText(quire, pageId, 'Typed: ')
    const shown = await calls.preview({ runId })
    assert.deepEqual(actionsOf(shown), [['Typed', 'text']])
    assert.equal(shown.pages[0]?.isApproximate, false)
    await calls.revert({ runId })
    assert.equal(await markdownOf(quire, pageId), 'Typed: First words.\n\nSecond words.\n')
  })

  it('removes what the run typed, of which no event tells', async () => {
    const { runId, pageId: first } = await changedPage('Told')
    const run = await runs.get(quire.app.store, quire.workspaceId, runId)
    assert.ok(run)
    const pageId = await addPage(quire, 'Untold', { markdown: 'Words.' })
    await typeText(quire, pageId, 'Typed by the run. ', { runId, keyId: run.keyId, via: 'mcp' })
    assert.equal(await markdownOf(quire, pageId), 'Typed by the run. Words.\n')
    const { pages } = await calls.revert({ runId })
    assert.deepEqual(
      pages.map(({ id }) => id),
      [first, pageId],
    )
    assert.equal(await markdownOf(quire, pageId), 'Words.\n')
  })

  it('does not count what the run typed before the time', async () => {
    const { runId, pageId } = await changedPage('Early and late')
    const run = await runs.get(quire.app.store, quire.workspaceId, runId)
    assert.ok(run?.keyId)
    const early = clock.now() - 3_600_000
    const since = new Date(clock.now() - 1_800_000).toISOString()
    const typed = await addPage(quire, 'Early', { markdown: 'Words.' })
    await typeText(quire, typed, 'Early. ', { runId, keyId: run.keyId, at: early })
    const { pages } = await calls.preview({ keyId: run.keyId, since })
    const ids = new Set(pages.map(({ id }) => id))
    assert.deepEqual([ids.has(pageId), ids.has(typed)], [true, false])
  })

  it('gives the text that it returns to whoever wrote it', async () => {
    const pageId = await addPage(quire, 'Authors', { markdown: 'Written by Ada.' })
    const asAgent = calls.newRun()
    const replaced = { mode: 'replace', find: 'Written by Ada', text: 'Rewritten' }
    await asAgent('/v1/pages/edit', { pageId, ...replaced })
    const runId = await calls.runOf(pageId)
    await calls.revert({ runId })
    type Authors = { blocks: { parts: { text: string; run: { id: string } | null }[] }[] }
    const { body } = await calls.send<Authors>('/v1/history/authors', { pageId })
    const parts = body.blocks.flatMap((block) => block.parts)
    assert.equal(parts.map(({ text }) => text).join(''), 'Written by Ada.')
    assert.ok(parts.every(({ run }) => run?.id !== runId))
  })
})

describe('the revert of a run without the journal', () => {
  it('compares versions, and says so', async () => {
    const { pageId, runId } = await changedPage('Versions')
    await append(pageId, 'Of Ada.')
    await forgetJournal(pageId)
    const [page] = (await calls.preview({ runId })).pages
    assert.deepEqual([page?.actions, page?.isApproximate], [['text'], true])
    await calls.revert({ runId })
    assert.equal(await markdownOf(quire, pageId), 'First words.\n\nSecond words.\n\nOf Ada.\n')
    assert.deepEqual((await calls.revert({ runId })).pages, [])
  })

  it('uses the journal as far as it goes back', async () => {
    const { pageId, runId } = await changedPage('Partly')
    await append(pageId, 'Before.')
    await forgetJournal(pageId)
    await append(pageId, 'After.')
    await typeText(quire, pageId, 'Typed. ')
    assert.equal((await journalOf(quire, pageId)).length, 2)
    await calls.revert({ runId })
    assert.equal(
      await markdownOf(quire, pageId),
      'Typed. First words.\n\nSecond words.\n\nBefore.\n\nAfter.\n',
    )
  })

  it('returns titles and properties too', async () => {
    const pageId = await addPage(quire, 'Named')
    await calls.write('/v1/pages/set-properties', { pageId, source: 'status: open\n' })
    const asAgent = calls.newRun()
    await asAgent('/v1/pages/update', { pageId, title: 'Renamed' })
    await asAgent('/v1/pages/set-properties', { pageId, set: { status: 'done' } })
    const runId = await calls.runOf(pageId)
    await calls.write('/v1/pages/update', { pageId, icon: '🌲' })
    await forgetJournal(pageId)
    assert.deepEqual((await calls.revert({ runId })).pages[0]?.actions, ['title', 'properties'])
    const page = await storedPage(quire, pageId)
    assert.deepEqual([page.title, page.icon, page.properties], ['Named', '🌲', 'status: open\n'])
  })

  it('leaves and lists a page whose versions do not go back to the time before', async () => {
    const { pageId, runId } = await changedPage('Forgotten')
    await forgetJournal(pageId)
    await forgetVersions(pageId)
    const before = await markdownOf(quire, pageId)
    assert.deepEqual(staysOf(await calls.preview({ runId })), [['Forgotten', 'history is gone']])
    assert.deepEqual(staysOf(await calls.revert({ runId })), [['Forgotten', 'history is gone']])
    assert.equal(await markdownOf(quire, pageId), before)
  })

  it('leaves a page of which only the version that the run made is known', async () => {
    const { pageId, runId } = await changedPage('Only this one')
    await forgetJournal(pageId)
    await forgetVersions(pageId)
    await quire.app.store.transactIn({ workspaceId: quire.workspaceId }, (transaction) =>
      history.insertPresent(transaction, addressOf(pageId)),
    )
    const before = await markdownOf(quire, pageId)
    assert.deepEqual(staysOf(await calls.revert({ runId })), [['Only this one', 'history is gone']])
    assert.equal(await markdownOf(quire, pageId), before)
  })

  it('takes a journal that does not fit for damaged, and leaves the text', async () => {
    const { pageId, runId } = await changedPage('Damaged')
    const [row] = (await journalOf(quire, pageId)).slice(-1)
    assert.ok(row)
    const wrong = JSON.stringify([{ stepType: 'replace', from: 5000, to: 6000 }])
    await quire.app.store.transactIn({ workspaceId: quire.workspaceId }, (transaction) =>
      steps.replace(transaction, row.version - 1, { ...row, steps: wrong }),
    )
    const before = await markdownOf(quire, pageId)
    assert.deepEqual(staysOf(await calls.preview({ runId })), [['Damaged', 'not possible']])
    assert.deepEqual(staysOf(await calls.revert({ runId })), [['Damaged', 'not possible']])
    assert.equal(await markdownOf(quire, pageId), before)
  })
})
