import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { titlesUnder } from '../support/pages.ts'
import { addWorkspace } from '../support/people.ts'
import { useRemote } from '../support/processes/remote.ts'
import { runJobs } from '../support/semantic.ts'

describe('quire page copy and move --to-workspace', () => {
  const remote = useRemote()
  let jobs: ReturnType<typeof runJobs>
  let targetId: string
  before(async () => {
    jobs = runJobs(remote.quire())
    targetId = await addWorkspace(remote.quire(), 'Target')
  })
  after(async () => {
    await jobs.stop()
    assert.deepEqual(jobs.faults, [])
  })
  const from = () => ['--workspace', remote.quire().workspaceId]
  const create = async (title: string, ...words: string[]) => {
    const { pageId } = await remote.json('page', 'create', title, ...words)
    return String(pageId)
  }
  const target = () => ({ ...remote.quire(), workspaceId: targetId })

  it('refuses a workspace that the key does not open, and a sibling', async () => {
    const id = await create('Stays', ...from())
    const unknown = ['page', 'move', id, ...from(), '--to-workspace', 'Nowhere']
    assert.deepEqual((await remote.refused(...unknown)).code, 'WORKSPACE_NOT_FOUND')
    const after = ['page', 'move', id, ...from(), '--to-workspace', 'Target', '--after', id]
    assert.deepEqual((await remote.refused(...after)).exitCode, 2)
    const parent = ['page', 'copy', id, ...from(), '--to-workspace', 'Target', '--parent', 'None']
    assert.deepEqual((await remote.refused(...parent)).code, 'PAGE_NOT_FOUND')
    assert.deepEqual(await titlesUnder(target()), [])
  })

  it('copies and moves pages by the name of the workspace, below a page there', async () => {
    const box = await create('Box', '--workspace', targetId)
    const one = await create('One', ...from())
    await create('Below', ...from(), '--parent', one)
    const to = ['--to-workspace', 'Target']
    const copied = await remote.json('page', 'copy', one, ...from(), ...to, '--parent', 'Box')
    assert.partialDeepStrictEqual(copied, { state: 'done', total: 2, leftBehind: 0 })
    assert.deepEqual(await titlesUnder(target(), box), ['One'])
    const alone = await remote.json('page', 'copy', one, ...from(), ...to, '--alone')
    assert.equal(alone['total'], 1)
    const { stdout } = await remote.run(['page', 'move', one, ...from(), ...to])
    assert.match(stdout, /^[\da-f-]{36}\tMoved 2 pages\.\n$/)
    assert.ok(!(await titlesUnder(remote.quire())).includes('One'))
    assert.deepEqual(await titlesUnder(target()), ['Box', 'One', 'One'])
  })

  it('copies within the workspace, after the original or below a page', async () => {
    const one = await create('Here', ...from())
    await create('Under', ...from(), '--parent', one)
    const copied = await remote.json('page', 'copy', one, ...from())
    assert.partialDeepStrictEqual(copied, { pages: 2, left: 0 })
    const alone = await remote.json('page', 'copy', one, ...from(), '--alone', '--parent', one)
    assert.equal(alone['pages'], 1)
    const { stdout } = await remote.run(['page', 'copy', one, ...from(), '--alone'])
    assert.match(stdout, /^[\da-f-]{36}\tCopied 1 page\.\n$/)
    assert.deepEqual(await titlesUnder(remote.quire(), one), ['Under', 'Here (copy)'])
  })
})
