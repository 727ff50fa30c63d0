import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { addPage, markdownOf, storedPage } from '../../support/pages.ts'
import { addPerson, type Person } from '../../support/people.ts'
import {
  actionsOf,
  type AgentRuns,
  agentRuns,
  type RevertPart,
} from '../../support/reverts/agent-runs.ts'
import { addKey, startServer, type TestServer } from '../../support/server.ts'

let quire: TestServer
let calls: AgentRuns
let bob: Person
let agent: string
before(async () => {
  quire = await startServer({ rateLimit: 0 })
  agent = await addKey(quire)
  calls = agentRuns(quire, agent)
  bob = await addPerson(quire, 'Bob', 'MEMBER')
})
after(() => quire.close())

type Reverted = RevertPart & { runId: string; takeBackRunId?: string }

/** A page that the agent changed and Bob corrected. */
async function corrected(first: string, run: string, byBob: string) {
  const pageId = await addPage(quire, 'Plan', { markdown: first })
  const body = async (text: string) => {
    const { version } = await storedPage(quire, pageId)
    return { pageId, mode: 'body', text, expectedVersion: version }
  }
  await calls.newRun()('/v1/pages/edit', await body(run))
  const runId = await calls.runOf(pageId)
  await calls.write('/v1/pages/edit', await body(byBob), bob.key)
  const { pages } = await calls.preview({ runId })
  const markdown = async () => (await markdownOf(quire, pageId)).trim()
  return { pageId, runId, listed: pages[0]?.remaining ?? [], markdown }
}

describe('takeBack of a revert', () => {
  it('returns the text before the run in the places that it names, and in no other', async () => {
    const { pageId, runId, listed, markdown } = await corrected(
      'Rent 5,000, and food **600** each month.',
      'Rent 9,000, and food **900** each month.',
      'Rent 8,000, and food 700 each month.',
    )
    assert.deepEqual(
      listed.map(({ text, before }) => [text, before]),
      [
        ['8,000', '5,000'],
        ['700', '600'],
      ],
    )
    const takeBack = [{ pageId, locations: [listed[1]?.location] }]
    const preview = await calls.preview({ runId, takeBack })
    const reverted = await calls.revert({ runId, takeBack })
    assert.equal(await markdown(), 'Rent 8,000, and food **600** each month.')
    assert.deepEqual(reverted.pages, preview.pages)
    assert.deepEqual(
      reverted.pages.flatMap(({ remaining }) => remaining.map(({ text }) => text)),
      ['8,000'],
    )
    const again = await calls.revert({ runId })
    assert.deepEqual(actionsOf(again), [['Plan']])
    const repeated = await calls.revert({ runId, takeBack })
    assert.deepEqual(actionsOf(repeated), [['Plan']])
    assert.equal(await markdown(), 'Rent 8,000, and food **600** each month.')
  })

  it('is a run that can be reverted', async () => {
    const { pageId, runId, listed, markdown } = await corrected(
      'Due Monday.',
      'Due Tuesday.',
      'Due Friday.',
    )
    const takeBack = [{ pageId, locations: [listed[0]?.location] }]
    // SAFETY: the answer of the operation.
    const { takeBackRunId } = (await calls.revert({ runId, takeBack })) as Reverted
    assert.equal(await markdown(), 'Due Monday.')
    assert.deepEqual(actionsOf(await calls.revert({ runId: takeBackRunId })), [['Plan', 'text']])
    assert.equal(await markdown(), 'Due Friday.')
  })

  it('stays when everything that its key changed is reverted later', async () => {
    const { pageId, runId, listed, markdown } = await corrected(
      'Due Monday.',
      'Due Tuesday.',
      'Due Friday.',
    )
    type Runs = { runs: { id: string; keyId: string | null }[] }
    const { body } = await calls.send<Runs>('/v1/runs/list', {})
    const keyId = body.runs.find(({ id }) => id === runId)?.keyId
    const target = { keyId, since: '2020-01-01T00:00:00Z', takeBack: [] }
    const takeBack = [{ pageId, locations: [listed[0]?.location] }]
    const byKey = agentRuns(quire, agent)
    await byKey.revert({ runId, takeBack }, agent)
    assert.equal(await markdown(), 'Due Monday.')
    assert.deepEqual(
      (await byKey.preview(target, agent)).pages.filter(({ id }) => id === pageId),
      [],
    )
    await byKey.revert(target, agent)
    assert.equal(await markdown(), 'Due Monday.')
    // Nobody else can write in such a run, and so escape a revert.
    const name = `revert:${runId} take-back`
    const answer = await quire.request({
      method: 'POST',
      url: '/v1/pages/update',
      headers: { authorization: `Bearer ${agent}`, 'quire-run': name },
      payload: { workspaceId: quire.workspaceId, pageId, title: 'Other' },
    })
    assert.equal(answer.status, 400)
  })

  it('names who corrected the text', async () => {
    const { listed } = await corrected('Due Monday.', 'Due Tuesday.', 'Due Friday.')
    assert.deepEqual(Object(listed[0]).by, { id: bob.userId, firstName: 'Bob', lastName: 'Tester' })
  })

  it('leaves a place whose text is another one by now, and one that nobody asked for', async () => {
    const { pageId, runId, listed, markdown } = await corrected(
      'Due Monday.',
      'Due Tuesday.',
      'Due Friday.',
    )
    await calls.write('/v1/pages/edit', { pageId, mode: 'replace', find: 'Friday', text: 'Sunday' })
    const takeBack = [{ pageId, locations: [listed[0]?.location, 'unknown'] }]
    // SAFETY: the answer of the operation.
    const reverted = (await calls.revert({ runId, takeBack })) as Reverted
    assert.equal(await markdown(), 'Due Sunday.')
    assert.equal(reverted.takeBackRunId, undefined)
    assert.deepEqual(
      reverted.pages.flatMap(({ remaining }) =>
        remaining.map(({ text, before }) => [text, before]),
      ),
      [['Sunday', 'Monday']],
    )
  })

  it('offers the sentence before a run that others rewrote completely', async () => {
    const first = 'Ada wrote these few words about the garden and its walls.'
    const { pageId, runId, listed, markdown } = await corrected(
      first,
      'Nobody could ever have planned another building like this.',
      'We sell it.',
    )
    assert.deepEqual(
      listed.map(({ reason, text }) => [reason, text]),
      [['corrected', 'We sell it.']],
    )
    await calls.revert({ runId })
    assert.equal(await markdown(), 'We sell it.')
    await calls.revert({ runId, takeBack: [{ pageId, locations: [listed[0]?.location] }] })
    assert.equal(await markdown(), first)
  })

  it('refuses a page that is named twice', async () => {
    const { pageId, runId } = await corrected('Due Monday.', 'Due Tuesday.', 'Due Friday.')
    const takeBack = [
      { pageId, locations: [] },
      { pageId, locations: [] },
    ]
    const { status, body } = await calls.send<{ code: string }>('/v1/runs/revert', {
      runId,
      takeBack,
    })
    assert.deepEqual([status, body.code], [400, 'VALIDATION_FAILED'])
  })
})
