import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { callTool } from '../support/mcp.ts'
import { addPage, titlesUnder } from '../support/pages.ts'
import { addPerson, addWorkspace } from '../support/people.ts'
import { onlyFor, restrict } from '../support/sections.ts'
import { runJobs } from '../support/semantic.ts'
import { addKey, startServer, type TestServer } from '../support/server.ts'
import { until } from '../support/until.ts'

describe('the tools transfer_page and get_transfer', () => {
  let quire: TestServer
  let jobs: ReturnType<typeof runJobs>
  let targetId: string
  before(async () => {
    quire = await startServer({ rateLimit: 0 })
    targetId = await addWorkspace(quire, 'Target')
    jobs = runJobs(quire)
  })
  after(async () => {
    await jobs.stop()
    assert.deepEqual(jobs.faults, [])
    await quire.close()
  })

  const call = (name: string, given: object, key = quire.key) =>
    callTool(quire, name, { workspaceId: quire.workspaceId, ...given }, { key })

  it('refuse keys that only read or propose, and pages that the caller cannot read', async () => {
    const page = await addPage(quire, 'Plan')
    const hidden = await addPage(quire, 'Hidden plan')
    await restrict(quire, hidden, onlyFor({ [quire.userId]: 'manage' }))
    const ben = await addPerson(quire, 'Ben', 'MEMBER')
    const bensId = await addWorkspace(quire, 'Of Ben', ben.userId)
    const given = { kind: 'move', targetWorkspaceId: targetId }
    for (const [body, key, message] of [
      [{ ...given, page }, await addKey(quire, { readOnly: true }), /read-only/],
      [{ ...given, page }, await addKey(quire, { proposeOnly: true }), /may only propose/],
      [{ ...given, page }, ben.key, /not a member/],
      [{ ...given, targetWorkspaceId: bensId, page: hidden }, ben.key, /PAGE_NOT_FOUND/],
    ] as const) {
      const { isError, text } = await call('transfer_page', body, key)
      assert.equal(isError, true, text)
      assert.match(text, message)
    }
    assert.deepEqual(await titlesUnder({ ...quire, workspaceId: targetId }), [])
  })

  it('copy a page by its title to another workspace, and tell when it is there', async () => {
    await addPage(quire, 'Travel guide')
    const given = { page: 'Travel guide', kind: 'copy', targetWorkspaceId: targetId }
    const { text, isError } = await call('transfer_page', given)
    assert.equal(isError, false, text)
    const transferId = /"id":"([\da-f-]{36})/.exec(text)?.[1] ?? assert.fail(text)
    await until(async () =>
      /"state":"done"/.test((await call('get_transfer', { transferId })).text),
    )
    const inTarget = { ...quire, workspaceId: targetId }
    assert.deepEqual(await titlesUnder(inTarget), ['Travel guide'])
  })
})
