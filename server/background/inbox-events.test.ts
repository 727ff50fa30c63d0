import assert from 'node:assert/strict'
import { after, afterEach, before, describe, it } from 'node:test'
import { addPage } from '../../test/support/pages.ts'
import { addPerson } from '../../test/support/people.ts'
import { startServer, type TestServer } from '../../test/support/server.ts'
import { clock } from '../lib/clock.ts'
import { inboxChanges } from '../store/index.ts'
import { inboxEvents } from './inbox-events.ts'
import type { JobContext } from './job-kind.ts'

const realNow = clock.now

let quire: TestServer
before(async () => {
  quire = await startServer({ rateLimit: 0 })
})
after(() => quire.close())
afterEach(() => {
  clock.now = realNow
})

describe('the job that reads events for inboxes', () => {
  // SAFETY: the job uses nothing else.
  const context = () => ({ store: quire.app.store }) as JobContext
  const run = (signal: AbortSignal) => {
    const { store } = quire.app
    const job = { subject: quire.workspaceId, attempts: 0 }
    return inboxEvents.run(context(), job, {
      write: (work) => store.transactIn({ workspaceId: quire.workspaceId }, work),
      signal,
    })
  }

  it('does nothing after a stop', async () => {
    await run(AbortSignal.abort())
    assert.equal(await inboxChanges.cursor(quire.app.store, quire.workspaceId), 0)
  })

  it('finds workspaces with new events, looks only now and then, and reads all of them', async () => {
    const { workspaceId, app } = quire
    const mia = await addPerson(quire, 'Mia', 'MEMBER')
    const pageId = await addPage(quire, 'Top')
    await quire.post('/v1/watches/add', { workspaceId, pageId, includeSubpages: true }, mia.key)
    for (let number = 0; number < 210; number += 1)
      await addPage(quire, 'Low', { parentId: pageId })
    assert.deepEqual(await inboxEvents.find(context()), [workspaceId])
    assert.deepEqual(await inboxEvents.find(context()), [])
    assert.deepEqual(await run(new AbortController().signal), { isDone: true })
    clock.now = () => realNow() + 60_000
    assert.deepEqual(await inboxEvents.find(context()), [])
    const listed = await quire.post<{ unread: number }>('/v1/inbox/list', { workspaceId }, mia.key)
    assert.equal(listed.body.unread, 100)
    assert.ok((await inboxChanges.cursor(app.store, workspaceId)) > 210)
  })
})
