import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { addPage, markdownOf, storedPage, titlesUnder } from '../../support/pages.ts'
import { addPerson } from '../../support/people.ts'
import { actionsOf, type AgentRuns, agentRuns, staysOf } from '../../support/reverts/agent-runs.ts'
import { addKey, startServer, type TestServer } from '../../support/server.ts'

let quire: TestServer
let calls: AgentRuns
let benKey: string
before(async () => {
  quire = await startServer({ rateLimit: 0 })
  calls = agentRuns(quire, await addKey(quire))
  benKey = (await addPerson(quire, 'Ben', 'MEMBER')).key
})
after(() => quire.close())

/** A write of Ben. */
const write = (path: string, input: object) => calls.write(path, input, benKey)

/** Reverts a run and checks that the preview names the same, and that a second revert has nothing to do. */
async function revertOnce(runId: string): Promise<ReturnType<typeof actionsOf>> {
  const shown = await calls.preview({ runId })
  const done = await calls.revert({ runId })
  assert.deepEqual(actionsOf(shown), actionsOf(done))
  const again = await calls.revert({ runId })
  assert.deepEqual(
    again.pages.filter(({ actions }) => actions.length > 0),
    [],
  )
  return actionsOf(done)
}

function sorted(pages: ReturnType<typeof staysOf>): string[][] {
  return pages.toSorted(([one = ''], [other = '']) => one.localeCompare(other))
}

describe('the revert of a run that deleted a page with others below it', () => {
  it('reverts texts, properties, titles and boards of pages that went with it', async () => {
    const parentId = await addPage(quire, 'Parent')
    const child = await addPage(quire, 'Child', { parentId, markdown: 'The budget is 5,000.' })
    const board = await addPage(quire, 'Board', {
      parentId: child,
      markdown: '## To do\n\n- [ ] A',
    })
    const title = await addPage(quire, 'Title', { parentId: board })
    await addPage(quire, 'Untouched', { parentId: title })
    const asAgent = calls.newRun()
    const replace = { pageId: child, mode: 'replace', find: '5,000', text: '9,000' }
    await asAgent('/v1/pages/edit', replace)
    await asAgent('/v1/pages/set-properties', { pageId: child, set: { status: 'Done' } })
    await asAgent('/v1/pages/edit', { pageId: board, mode: 'append', text: '- [ ] B' })
    await asAgent('/v1/pages/update', { pageId: title, title: 'Other' })
    const runId = await calls.runOf(child)
    await asAgent('/v1/pages/delete', { pageId: parentId })
    assert.deepEqual(sorted(await revertOnce(runId)), [
      ['Board', 'text'],
      ['Child', 'text', 'properties'],
      ['Other', 'title'],
      ['Parent', 'restore'],
    ])
    assert.equal(await markdownOf(quire, child), 'The budget is 5,000.\n')
    assert.equal(await markdownOf(quire, board), '## To do\n\n- [ ] A\n')
    assert.equal((await storedPage(quire, title)).title, 'Title')
    assert.deepEqual(await titlesUnder(quire, title), ['Untouched'])
  })

  it('returns pages that it moved there, also below a page that it created', async () => {
    const home = await addPage(quire, 'Home')
    const deleted = await addPage(quire, 'Deleted')
    const [first, second] = [
      await addPage(quire, 'First', { parentId: home }),
      await addPage(quire, 'Second', { parentId: home }),
    ]
    await addPage(quire, 'Inside', { parentId: second })
    const asAgent = calls.newRun()
    const { pageId: created } = await asAgent('/v1/pages/create', { title: 'Created' })
    const runId = await calls.runOf(created)
    await asAgent('/v1/pages/move', { pageId: first, newParentId: deleted, prevPageId: null })
    await asAgent('/v1/pages/move', { pageId: second, newParentId: created, prevPageId: null })
    await asAgent('/v1/pages/delete', { pageId: deleted })
    await asAgent('/v1/pages/delete', { pageId: created })
    assert.deepEqual(sorted(await revertOnce(runId)), [
      ['Deleted', 'restore'],
      ['First', 'move'],
      ['Second', 'move'],
    ])
    assert.deepEqual(await titlesUnder(quire, home), ['First', 'Second'])
    assert.deepEqual(await titlesUnder(quire, second), ['Inside'])
    assert.equal((await calls.send('/v1/pages/get', { page: created })).status, 404)
  })

  it('keeps a page that it created where others have pages in it, and what others deleted', async () => {
    const asAgent = calls.newRun()
    const { pageId: created } = await asAgent('/v1/pages/create', { title: 'Used' })
    const runId = await calls.runOf(created)
    const bens = await addPage(quire, 'By Ben', { parentId: created })
    const gone = await addPage(quire, 'Gone', { markdown: 'Old.' })
    await asAgent('/v1/pages/edit', { pageId: gone, mode: 'append', text: 'New.' })
    await write('/v1/pages/delete', { pageId: gone })
    await asAgent('/v1/pages/delete', { pageId: created })
    const done = await calls.revert({ runId })
    assert.deepEqual(sorted(staysOf(done)), [
      ['Gone', 'deleted by others'],
      ['Used', 'used by others'],
    ])
    assert.equal((await calls.send('/v1/pages/get', { page: bens })).status, 200)
    const again = await calls.revert({ runId })
    assert.deepEqual(
      actionsOf(again).filter(([, ...actions]) => actions.length > 0),
      [],
    )
  })

  it('leaves the pages of a deletion that is excepted in the trash', async () => {
    const parentId = await addPage(quire, 'Excepted')
    const child = await addPage(quire, 'Below it', { parentId, markdown: 'Old.' })
    const asAgent = calls.newRun()
    await asAgent('/v1/pages/edit', { pageId: child, mode: 'append', text: 'New.' })
    const runId = await calls.runOf(child)
    await asAgent('/v1/pages/delete', { pageId: parentId })
    const except = [parentId]
    assert.deepEqual((await calls.revert({ runId, except })).pages, [])
    assert.equal((await calls.send('/v1/pages/get', { page: parentId })).status, 404)
    assert.deepEqual(sorted(await revertOnce(runId)), [
      ['Below it', 'text'],
      ['Excepted', 'restore'],
    ])
  })
})

describe('the revert of a run that turned pages around', () => {
  it('moves each back as soon as the page above it has left it', async () => {
    const outer = await addPage(quire, 'Above')
    const middle = await addPage(quire, 'Middle', { parentId: outer })
    const below = await addPage(quire, 'Below', { parentId: middle })
    const asAgent = calls.newRun()
    const move = (pageId: string, newParentId: string | null) =>
      asAgent('/v1/pages/move', { pageId, newParentId, prevPageId: null })
    await move(middle, null)
    await move(below, null)
    await move(outer, middle)
    await move(middle, below)
    await asAgent('/v1/pages/edit', { pageId: below, mode: 'append', text: 'New.' })
    const runId = await calls.runOf(below)
    assert.deepEqual(sorted(await revertOnce(runId)), [
      ['Above', 'move'],
      ['Below', 'move', 'text'],
      ['Middle', 'move'],
    ])
    assert.deepEqual(await titlesUnder(quire, outer), ['Middle'])
    assert.deepEqual(await titlesUnder(quire, middle), ['Below'])
  })
})
