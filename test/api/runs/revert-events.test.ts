import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { clock } from '../../../server/lib/clock.ts'
import { addPage, markdownOf, nothing, storedPage } from '../../support/pages.ts'
import { addPerson, type Person } from '../../support/people.ts'
import { actionsOf, type AgentRuns, agentRuns } from '../../support/reverts/agent-runs.ts'
import { addKey, startServer, type TestServer } from '../../support/server.ts'

const realNow = clock.now
let quire: TestServer
let ben: Person
let agent: string
let calls: AgentRuns
before(async () => {
  quire = await startServer({ rateLimit: 0 })
  ben = await addPerson(quire, 'Ben', 'MEMBER')
  agent = await addKey(quire)
  calls = agentRuns(quire, agent)
})
after(async () => {
  clock.now = realNow
  await quire.close()
})

type Activity = { items: { type: string; run: { id: string } | null }[] }

async function eventsOf(runId: string): Promise<string[]> {
  const { body } = await calls.send<Activity>('/v1/activity/list', { runId })
  return body.items.map(({ type }) => type).toSorted()
}

describe('a revert', () => {
  it('is a run of its own, with the events of what it changed', async () => {
    const [pageId, target] = [await addPage(quire, 'Plan'), await addPage(quire, 'Target')]
    const asAgent = calls.newRun()
    await asAgent('/v1/pages/update', { pageId, title: 'Plan of the agent' })
    await asAgent('/v1/pages/move', { pageId, newParentId: target, prevPageId: null })
    const { pageId: created } = await asAgent('/v1/pages/create', { title: 'Created' })
    const runId = await calls.runOf(created)
    const reverted = await calls.revert({ runId })
    assert.notEqual(reverted.runId, runId)
    assert.deepEqual(await eventsOf(reverted.runId), ['page.deleted', 'page.moved', 'page.updated'])
    assert.deepEqual(await eventsOf(runId), ['page.created', 'page.moved', 'page.updated'])
    type Runs = { runs: { id: string; pages: number; keyId: string | null }[] }
    const { body } = await calls.send<Runs>('/v1/runs/list', { limit: 1 })
    assert.deepEqual([body.runs[0]?.id, body.runs[0]?.pages], [reverted.runId, 2])
  })

  it('is one run, also when it takes several calls', async () => {
    const ids = [await addPage(quire, 'One'), await addPage(quire, 'Two')]
    const asAgent = calls.newRun()
    for (const pageId of ids) await asAgent('/v1/pages/update', { pageId, icon: '🤖' })
    const runId = await calls.runOf(ids[0] ?? '')
    const first = await calls.revert({ runId, except: ids.slice(1) })
    const second = await calls.revert({ runId, offset: 1 })
    assert.equal(second.runId, first.runId)
    assert.deepEqual(actionsOf(second), [['Two', 'icon']])
    assert.deepEqual(await eventsOf(first.runId), ['page.updated', 'page.updated'])
    // Undone as a whole.
    assert.equal((await calls.revert({ runId: first.runId })).pages.length, 2)
    for (const pageId of ids) assert.equal((await storedPage(quire, pageId)).icon, '🤖')
  })

  it('leaves no event if there is nothing to revert', async () => {
    const pageId = await addPage(quire, 'Nothing')
    await calls.newRun()('/v1/pages/update', { pageId, title: 'Something' })
    const runId = await calls.runOf(pageId)
    await calls.write('/v1/pages/update', { pageId, title: 'Nothing' })
    const { pages, runId: revertId } = await calls.revert({ runId })
    assert.deepEqual(pages, [])
    assert.deepEqual(await eventsOf(revertId), [])
    assert.equal((await storedPage(quire, pageId)).title, 'Nothing')
  })

  it('does not repeat what changed since, when the same run goes on', async () => {
    const pageId = await addPage(quire, 'Goes on', { markdown: 'Intro.' })
    const asAgent = calls.newRun()
    await asAgent('/v1/pages/edit', { pageId, mode: 'append', text: 'First.' })
    const runId = await calls.runOf(pageId)
    await calls.revert({ runId })
    assert.equal(await markdownOf(quire, pageId), 'Intro.\n')
    await asAgent('/v1/pages/edit', { pageId, mode: 'append', text: 'Second.' })
    assert.equal(await calls.runOf(pageId), runId)
    assert.equal(await markdownOf(quire, pageId), 'Intro.\n\nSecond.\n')
    await calls.revert({ runId })
    assert.equal(await markdownOf(quire, pageId), 'Intro.\n')
  })

  it('rejects a time that is none', async () => {
    const target = { keyId: nothing, since: 'yesterday' }
    for (const path of ['/v1/runs/preview-revert', '/v1/runs/revert']) {
      const { status, body } = await calls.send<{ errors: { path: string }[] }>(path, target)
      assert.deepEqual([status, body.errors?.[0]?.path], [400, '/since'])
    }
  })

  it('of what a key did since a time leaves what it did before', async () => {
    const key = await addKey(quire)
    const ofKey = agentRuns(quire, key)
    const pageId = await addPage(quire, 'Since', { markdown: 'Intro.' })
    const asAgent = ofKey.newRun()
    await asAgent('/v1/pages/edit', { pageId, mode: 'append', text: 'Early.' })
    const since = new Date(realNow() + 60_000).toISOString()
    clock.now = () => realNow() + 120_000
    await asAgent('/v1/pages/edit', { pageId, mode: 'append', text: 'Late.' })
    clock.now = realNow
    type Key = { runs: { keyId: string | null; client: string | null }[] }
    const { body } = await ofKey.send<Key>('/v1/runs/list', { limit: 1 }, key)
    const keyId = body.runs[0]?.keyId ?? assert.fail()
    const shown = await ofKey.preview({ keyId, since }, key)
    assert.equal(shown.runs.length, 1)
    await ofKey.revert({ keyId, since }, key)
    assert.equal(await markdownOf(quire, pageId), 'Intro.\n\nEarly.\n')
    const { status } = await ofKey.send('/v1/runs/revert', { keyId, since }, ben.key)
    assert.equal(status, 403)
  })
})

describe('reverts while others write', () => {
  it('lose nothing of what others write at the same time', async () => {
    const pageId = await addPage(quire, 'Busy', { markdown: 'Intro.\n\nEnd.' })
    const asAgent = calls.newRun()
    for (const text of ['One.', 'Two.', 'Three.']) {
      await asAgent('/v1/pages/edit', { pageId, mode: 'append', text })
    }
    const runId = await calls.runOf(pageId)
    const texts = Array.from({ length: 8 }, (_, number) => `Ben ${number}.`)
    await Promise.all([
      calls.revert({ runId }),
      ...texts.map((text) =>
        calls.write('/v1/pages/edit', { pageId, mode: 'append', text }, ben.key),
      ),
    ])
    const markdown = await markdownOf(quire, pageId)
    for (const text of ['Intro.', 'End.', ...texts]) assert.ok(markdown.includes(text), text)
    assert.doesNotMatch(markdown, /One|Two|Three/)
  })

  it('revert once when two people revert at the same time', async () => {
    const pageId = await addPage(quire, 'Twice', { markdown: 'Intro.' })
    const asAgent = calls.newRun()
    await asAgent('/v1/pages/edit', { pageId, mode: 'append', text: 'By the agent.' })
    const { pageId: created } = await asAgent('/v1/pages/create', { title: 'Created twice' })
    const runId = await calls.runOf(pageId)
    await Promise.all([calls.revert({ runId }), calls.revert({ runId })])
    assert.equal(await markdownOf(quire, pageId), 'Intro.\n')
    const { status } = await calls.send('/v1/pages/get', { page: created })
    assert.equal(status, 404)
    assert.deepEqual((await calls.preview({ runId })).pages, [])
  })
})
