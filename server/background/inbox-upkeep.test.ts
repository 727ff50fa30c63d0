import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { addPage } from '../../test/support/pages.ts'
import { addPerson } from '../../test/support/people.ts'
import { startServer, type TestServer } from '../../test/support/server.ts'
import { clock, dayMs } from '../lib/clock.ts'
import { newId } from '../lib/ids.ts'
import { inbox } from '../store/index.ts'
import { inboxUpkeep } from './inbox-upkeep.ts'
import type { JobContext } from './job-kind.ts'

let quire: TestServer
before(async () => {
  quire = await startServer({ rateLimit: 0 })
})
after(() => quire.close())

describe('the upkeep of inboxes', () => {
  async function fill(userId: string, pageId: string, ages: readonly number[]): Promise<void> {
    const { app, workspaceId } = quire
    const about = { workspaceId, kind: 'assignment', pageId, commentId: null, runId: null } as const
    await app.store.transactIn({ workspaceId }, async (transaction) => {
      for (const age of ages) {
        const entry = { ...about, id: newId(), actorId: quire.userId, createdAt: clock.now() - age }
        await inbox.insert(transaction, entry, [userId])
      }
    })
  }

  async function run(signal = new AbortController().signal) {
    const { store } = quire.app
    // SAFETY: the job uses nothing else.
    const context = { store } as JobContext
    const write = () => Promise.reject(new assert.AssertionError({ message: 'not used' }))
    return inboxUpkeep.run(context, { subject: 'all', attempts: 0 }, { write, signal })
  }

  it('deletes entries after 90 days, and those beyond the newest 1,000', async () => {
    const [mia, noa] = [
      await addPerson(quire, 'Mia', 'MEMBER'),
      await addPerson(quire, 'Noa', 'MEMBER'),
    ]
    const pageId = await addPage(quire, 'Page')
    const old = Array<number>(600).fill(91 * dayMs)
    await fill(mia.userId, pageId, [...old, 89 * dayMs, 0])
    await fill(noa.userId, pageId, Array<number>(1003).fill(0))
    const count = async ({ key }: { key: string }) => {
      const { workspaceId } = quire
      const answer = await quire.post<{ unread: number }>('/v1/inbox/list', { workspaceId }, key)
      return answer.body.unread
    }
    const stopped = await run(AbortSignal.abort())
    assert.deepEqual([await count(mia), await count(noa)], [602, 1003])
    assert.equal('retryInMs' in stopped && stopped.retryInMs, 0)
    const outcome = await run()
    assert.deepEqual([await count(mia), await count(noa)], [2, 1000])
    assert.deepEqual(outcome, { isDone: false, error: null, retryInMs: 3_600_000, attempts: 0 })
  })
})
