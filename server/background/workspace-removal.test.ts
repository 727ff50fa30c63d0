import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { rowsOf } from '../../test/support/isolation.ts'
import { addWorkspace } from '../../test/support/people.ts'
import { runJobs } from '../../test/support/semantic.ts'
import { startServer } from '../../test/support/server.ts'
import { until } from '../../test/support/until.ts'
import { workspaceRemoval } from '../store/index.ts'

describe('the job that removes workspaces', () => {
  it('takes away what a stopped server left', async () => {
    const server = await startServer()
    const { store } = server.app
    const workspaceId = await addWorkspace(server, 'Old')
    await store.transact((transaction) => workspaceRemoval.mark(transaction, workspaceId, 1))
    const { stop, faults } = runJobs(server)
    await until(async () => (await workspaceRemoval.list(store)).length === 0)
    await stop()
    assert.deepEqual(faults, [])
    assert.deepEqual(await rowsOf(server, [workspaceId]), [])
    await server.close()
  })
})
