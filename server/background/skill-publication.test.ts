import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { addPage } from '../../test/support/pages.ts'
import { contextOf, startServer, type TestServer } from '../../test/support/server.ts'
import { rewrite } from '../../test/support/skills/skills.ts'
import { skillVersions, systemViewer } from '../store/index.ts'
import type { JobContext } from './job-kind.ts'
import { skillPublication } from './skill-publication.ts'

let quire: TestServer
before(async () => {
  quire = await startServer({ rateLimit: 0 })
})
after(() => quire.close())

async function run(signal = new AbortController().signal) {
  // SAFETY: the job uses the store, the files and the content engine.
  const context = contextOf(quire) as unknown as JobContext
  const write = () => Promise.reject(new assert.AssertionError({ message: 'not used' }))
  return skillPublication.run(context, { subject: 'all', attempts: 0 }, { write, signal })
}

describe('the publication of skills', () => {
  const served = async () => {
    const asked = { label: 'production', ownership: 'SKILL' } as const
    const viewer = systemViewer(quire.workspaceId)
    return (await skillVersions.labelled(quire.app.store, viewer, asked)).map((one) => one.version)
  }

  it('does nothing after a stop', async () => {
    await addPage(quire, 'Review', { ownership: 'SKILL', markdown: 'One.' })
    const outcome = await run(AbortSignal.abort())
    assert.deepEqual(outcome, { isDone: false, error: null, retryInMs: 0, attempts: 0 })
    assert.deepEqual(await served(), [])
  })

  it('publishes what needs no review without a request, once', async () => {
    await run()
    await run()
    assert.deepEqual(await served(), [1])
    const viewer = systemViewer(quire.workspaceId)
    const asked = { label: 'production', ownership: 'SKILL' } as const
    const [skill] = await skillVersions.labelled(quire.app.store, viewer, asked)
    await rewrite(quire, skill?.pageId ?? '', 'Two.')
    await run()
    assert.deepEqual(await served(), [2])
  })
})
