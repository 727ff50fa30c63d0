import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { connectLive, type LiveClient, typing } from '../support/live.ts'
import { addPage, markdownOf, markdownWhen, storedPage } from '../support/pages.ts'
import { addPerson, type Person } from '../support/people.ts'
import { type AgentRuns, agentRuns } from '../support/reverts/agent-runs.ts'
import { addKey, startServer, type TestServer } from '../support/server.ts'
import { until } from '../support/until.ts'

let quire: TestServer
let ben: Person
let address: string
let calls: AgentRuns
before(async () => {
  quire = await startServer({ rateLimit: 0 })
  address = await quire.server.listen({ host: '127.0.0.1', port: 0 })
  ben = await addPerson(quire, 'Ben', 'MEMBER')
  calls = agentRuns(quire, await addKey(quire))
})
after(() => quire.close())

const letters = Array.from('abcdefghijklmnopqrstuvwxyz')

/** Ben's tab with the page, in its newest version. */
async function openTab(pageId: string): Promise<{ tab: LiveClient; version: number }> {
  const tab = await connectLive(address, { authorization: `Bearer ${ben.key}` })
  const { version } = await storedPage(quire, pageId)
  const opened = await tab.open({ workspaceId: quire.workspaceId, pageId }, version)
  return { tab, version: opened.version }
}

/** Sends what a person types, and waits for the version with it. */
async function type(
  tab: LiveClient,
  pageId: string,
  typed: { base: number; at: number; text: string },
): Promise<number> {
  const message = typing(pageId, typed)
  tab.send(message)
  const answer = await until(() => tab.received.find((one) => 'id' in one && one.id === message.id))
  assert.ok('version' in answer, JSON.stringify(answer))
  return answer.version
}

/** A page with text of a run below that of Ada. */
async function changedPage(): Promise<{ pageId: string; runId: string }> {
  const pageId = await addPage(quire, 'Busy', { markdown: 'Hello\n\nEnd.' })
  const asAgent = calls.newRun()
  await asAgent('/v1/pages/edit', { pageId, mode: 'replace', find: 'End', text: 'Other end' })
  await asAgent('/v1/pages/edit', { pageId, mode: 'append', text: 'By the agent.' })
  return { pageId, runId: await calls.runOf(pageId) }
}

describe('a run that is reverted while a person types', () => {
  it('takes no letter of the person with it', async () => {
    const { pageId, runId } = await changedPage()
    const { tab, version } = await openTab(pageId)
    let base = version
    let reverting: Promise<unknown> | undefined
    for (const [index, letter] of letters.entries()) {
      if (index === 5) reverting = calls.revert({ runId })
      base = await type(tab, pageId, { base, at: 6 + index, text: letter })
    }
    await reverting
    const markdown = await markdownWhen(quire, pageId, /z/)
    assert.equal(markdown, `Hello${letters.join('')}\n\nEnd.\n`)
    await tab.close()
    assert.equal(await markdownOf(quire, pageId), markdown)
    assert.deepEqual((await calls.revert({ runId })).pages, [])
  })

  it('keeps what the person types inside of its text, and lists it', async () => {
    const { pageId, runId } = await changedPage()
    const { tab, version } = await openTab(pageId)
    // Before the last word of the last paragraph.
    const at = 'Hello'.length + 2 + 'Other end.'.length + 2 + 1 + 'By the '.length
    await type(tab, pageId, { base: version, at, text: 'good ' })
    assert.match(await markdownOf(quire, pageId), /By the good agent/)
    const [page] = (await calls.preview({ runId })).pages
    const { userId } = ben
    const by = { id: userId, firstName: 'Ben', lastName: 'Tester' }
    assert.deepEqual(page?.remaining, [{ reason: 'inside', text: 'good', userId, by }])
    await calls.revert({ runId })
    assert.equal(await markdownOf(quire, pageId), 'Hello\n\nEnd.\n\ngood\n')
    await tab.close()
  })

  it('reaches the open tab of the person as a change of who reverts', async () => {
    const { pageId, runId } = await changedPage()
    const { tab, version } = await openTab(pageId)
    await calls.revert({ runId })
    const batch = await tab.next('batch')
    assert.equal(batch.version, version + 1)
    assert.ok(batch.steps.length > 0)
    // Typed on the version before, as the batch was on its way.
    assert.equal(await type(tab, pageId, { base: version, at: 6, text: '!' }), version + 2)
    await tab.close()
    assert.equal(await markdownWhen(quire, pageId, /Hello!/), 'Hello!\n\nEnd.\n')
  })
})
