import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { addPage, markdownOf } from '../../support/pages.ts'
import { addPerson, type Person } from '../../support/people.ts'
import { type AgentRuns, agentRuns, actionsOf } from '../../support/reverts/agent-runs.ts'
import { addKey, startServer, type TestServer } from '../../support/server.ts'

let quire: TestServer
let calls: AgentRuns
let agent: string
let bob: Person
before(async () => {
  quire = await startServer({ rateLimit: 0 })
  agent = await addKey(quire)
  calls = agentRuns(quire, agent)
  bob = await addPerson(quire, 'Bob', 'MEMBER')
})
after(() => quire.close())

/** A tree, and a proposal of the agent that changes it. */
async function propose() {
  const parentId = await addPage(quire, 'Garden', { markdown: 'It costs 5,000 euros.' })
  const child = await addPage(quire, 'Shed', { parentId })
  const gone = await addPage(quire, 'Fence', { parentId })
  const changes = [
    { kind: 'edit', pageId: parentId, markdown: 'It costs 9,000 euros.', title: 'Park' },
    { kind: 'move', pageId: child, newParentId: null },
    { kind: 'trash', pageId: gone },
    { kind: 'create', parentId, title: 'Pond', markdown: 'New.' },
  ]
  const { proposalId } = await calls.newRun()<{ proposalId: string }>('/v1/proposals/create', {
    title: 'Better',
    changes,
  })
  return { parentId, proposalId }
}

/** The newest run of a person that is no revert. */
async function newestRun(userId: string, key: string): Promise<string> {
  type Listed = { runs: { id: string }[] }
  const { body } = await calls.send<Listed>('/v1/runs/list', { userId }, key)
  return body.runs[0]?.id ?? assert.fail()
}

const expected = [
  ['Fence', 'restore'],
  ['Park', 'text', 'title'],
  ['Pond', 'trash'],
  ['Shed', 'move'],
]

describe('the revert of the run in which a person accepted a proposal', () => {
  it('returns texts, titles, places and pages as they were', async () => {
    const { parentId, proposalId } = await propose()
    await calls.write('/v1/proposals/accept', { proposalId, revision: 1 }, bob.key)
    assert.equal(await markdownOf(quire, parentId), 'It costs 9,000 euros.\n')
    const runId = await newestRun(bob.userId, bob.key)

    const preview = await calls.preview({ runId }, bob.key)
    const reverted = await calls.revert({ runId }, bob.key)

    assert.deepEqual(actionsOf(preview).toSorted(byTitle), expected)
    assert.deepEqual(actionsOf(reverted).toSorted(byTitle), expected)
    assert.equal(await markdownOf(quire, parentId), 'It costs 5,000 euros.\n')
    const again = await calls.revert({ runId }, bob.key)
    assert.deepEqual(actionsOf(again), [])
  })
})

describe('the revert of the run that proposed what others accepted', () => {
  const acceptOf = async () => {
    const { parentId, proposalId } = await propose()
    type Listed = { runs: { id: string; keyId: string | null }[] }
    const { body } = await calls.send<Listed>('/v1/runs/list', {}, agent)
    const runId = body.runs[0]?.id ?? assert.fail()
    const accept = { proposalId, revision: 1 }
    const { body: accepted } = await calls.send<{ pages: { pageId: string }[] }>(
      '/v1/proposals/accept',
      accept,
      bob.key,
    )
    return { parentId, runId, pages: accepted.pages }
  }

  it('returns texts, titles, places and pages as they were', async () => {
    const { parentId, runId } = await acceptOf()
    const preview = await calls.preview({ runId })
    const reverted = await calls.revert({ runId })
    assert.deepEqual(actionsOf(preview).toSorted(byTitle), expected)
    assert.deepEqual(actionsOf(reverted).toSorted(byTitle), expected)
    assert.equal(await markdownOf(quire, parentId), 'It costs 5,000 euros.\n')
    assert.deepEqual(actionsOf(await calls.revert({ runId })), [])
  })

  it('keeps a proposed page that others changed since, and what they did besides', async () => {
    const { runId } = await acceptOf()
    type Tree = { pages: { id: string; title: string }[] }
    const { body } = await calls.send<Tree>('/v1/pages/list', {}, bob.key)
    const pond = body.pages.findLast(({ title }) => title === 'Pond')?.id ?? assert.fail()
    await calls.write(
      '/v1/pages/edit',
      { pageId: pond, mode: 'append', text: 'Deep water.' },
      bob.key,
    )
    const preview = await calls.preview({ runId })
    const reverted = await calls.revert({ runId })
    assert.deepEqual(reverted.pages, preview.pages)
    const page = reverted.pages.find(({ id }) => id === pond)
    assert.deepEqual([page?.actions, page?.stays], [['text'], ['used by others']])
    assert.equal(await markdownOf(quire, pond), 'Deep water.\n')
  })
})

function byTitle([one = '']: readonly string[], [other = '']: readonly string[]): number {
  return one.localeCompare(other)
}
