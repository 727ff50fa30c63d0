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

async function run() {
  // SAFETY: the job uses the store, the files and the content engine.
  const context = contextOf(quire) as unknown as JobContext
  const subjects = await skillPublication.find(context)
  const write = () => Promise.reject(new assert.AssertionError({ message: 'not used' }))
  const { signal } = new AbortController()
  for (const subject of subjects) {
    const outcome = await skillPublication.run(context, { subject, attempts: 0 }, { write, signal })
    assert.deepEqual(outcome, { isDone: true })
  }
  return subjects
}

describe('the publication of skills', () => {
  const served = async () => {
    const asked = { label: 'production', ownership: 'SKILL' } as const
    const viewer = systemViewer(quire.workspaceId)
    return (await skillVersions.labelled(quire.app.store, viewer, asked)).map((one) => one.version)
  }

  it('finds only workspaces where something has changed', async () => {
    await run()
    assert.deepEqual(await run(), [])
    await addPage(quire, 'Text')
    assert.deepEqual(await run(), [])
  })

  it('publishes what needs no review without a request, once', async () => {
    await addPage(quire, 'Review', { ownership: 'SKILL', markdown: 'One.' })
    assert.deepEqual(await served(), [])
    assert.deepEqual(await run(), [quire.workspaceId])
    assert.deepEqual(await run(), [])
    assert.deepEqual(await served(), [1])
    const viewer = systemViewer(quire.workspaceId)
    const asked = { label: 'production', ownership: 'SKILL' } as const
    const [skill] = await skillVersions.labelled(quire.app.store, viewer, asked)
    await rewrite(quire, skill?.pageId ?? '', 'Two.')
    await run()
    assert.deepEqual(await served(), [2])
  })
})
