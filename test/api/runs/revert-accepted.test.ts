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

describe('the revert of the run in which a person accepted a proposal', () => {
  it('returns texts, titles, places and pages as they were', async () => {
    const parentId = await addPage(quire, 'Garden', { markdown: 'It costs 5,000 euros.' })
    const child = await addPage(quire, 'Shed', { parentId })
    const gone = await addPage(quire, 'Fence', { parentId })
    const changes = [
      { kind: 'edit', pageId: parentId, markdown: 'It costs 9,000 euros.', title: 'Park' },
      { kind: 'move', pageId: child, newParentId: null },
      { kind: 'trash', pageId: gone },
      { kind: 'create', parentId, title: 'Pond', markdown: 'New.' },
    ]
    const proposal = { title: 'Better', changes }
    const proposed = await calls.send<{ proposalId: string }>(
      '/v1/proposals/create',
      proposal,
      agent,
    )
    const { proposalId } = proposed.body
    await calls.write('/v1/proposals/accept', { proposalId, revision: 1 }, bob.key)
    assert.equal(await markdownOf(quire, parentId), 'It costs 9,000 euros.\n')
    type Listed = { runs: { id: string; userId: string }[] }
    const { body } = await calls.send<Listed>('/v1/runs/list', { userId: bob.userId }, bob.key)
    const runId = body.runs[0]?.id ?? assert.fail()

    const preview = await calls.preview({ runId }, bob.key)
    const reverted = await calls.revert({ runId }, bob.key)

    const expected = [
      ['Fence', 'restore'],
      ['Park', 'text', 'title'],
      ['Pond', 'trash'],
      ['Shed', 'move'],
    ]
    assert.deepEqual(actionsOf(preview).toSorted(byTitle), expected)
    assert.deepEqual(actionsOf(reverted).toSorted(byTitle), expected)
    assert.equal(await markdownOf(quire, parentId), 'It costs 5,000 euros.\n')
    const again = await calls.revert({ runId }, bob.key)
    assert.deepEqual(actionsOf(again), [])
  })
})

function byTitle([one = '']: readonly string[], [other = '']: readonly string[]): number {
  return one.localeCompare(other)
}
