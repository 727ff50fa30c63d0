import assert from 'node:assert/strict'
import { afterEach, beforeEach, describe, it, mock } from 'node:test'
import { addPage } from '../../test/support/pages.ts'
import { addPerson } from '../../test/support/people.ts'
import { type Indexing, runJobs } from '../../test/support/semantic.ts'
import { contextOf, startServer, type TestServer } from '../../test/support/server.ts'
import { headOf, journalOf, typeText } from '../../test/support/typing.ts'
import { until } from '../../test/support/until.ts'
import { isContiguous } from '../domain/pages/journal/body.ts'
import { readBase } from '../domain/pages/journal/merge.ts'
import { checkStore } from '../domain/transfer/check/check.ts'
import { clock } from '../lib/clock.ts'
import { Authors } from '../live/pages/authors.ts'
import { OpenDocument } from '../live/pages/open-document.ts'
import { steps } from '../store/index.ts'

const minute = 60_000
const day = 86_400_000

let server: TestServer
let shift: number
let jobs: Indexing | undefined
beforeEach(async () => {
  shift = 0
  mock.method(clock, 'now', () => Date.now() + shift)
  server = await startServer()
})
afterEach(async () => {
  await jobs?.stop()
  jobs = undefined
  await server.close()
  mock.restoreAll()
})

const markdownOf = async (pageId: string) => {
  const page = { workspaceId: server.workspaceId, pageId }
  const { body } = await server.post<{ markdown: string }>('/v1/pages/markdown', page)
  return body.markdown.trim()
}
const isStored = async (pageId: string) => (await headOf(server, pageId)).contentVersion === null
const versionsOf = async (pageId: string) =>
  (await journalOf(server, pageId)).map(({ version }) => version)
const faults = async () => (await checkStore(server.app.contextFor(caller()))).faults
const caller = () => ({
  userId: server.userId,
  keyId: undefined,
  via: 'cli' as const,
  readOnly: false,
  workspaceIds: undefined,
})

describe('pages that a node left behind', () => {
  it('are stored 15 seconds after their last change, and others are left alone', async () => {
    const [abandoned, open, deleted] = [
      await addPage(server, 'One', { markdown: 'one' }),
      await addPage(server, 'Two', { markdown: 'two' }),
      await addPage(server, 'Three', { markdown: 'three' }),
    ]
    for (const pageId of [abandoned, open, deleted]) await typeText(server, pageId, 'typed ')
    const { workspaceId } = server
    await server.post('/v1/pages/delete', { workspaceId, pageId: deleted })
    shift = 16_000
    await typeText(server, open, 'still ')
    jobs = runJobs(server)
    await until(() => isStored(abandoned))
    assert.equal(await markdownOf(abandoned), 'typed one')
    assert.deepEqual([await isStored(open), await isStored(deleted)], [false, false])
    assert.equal(await markdownOf(open), 'still typed two')
    assert.deepEqual([jobs.faults, await faults()], [[], []])
  })

  it('are stored although another page is damaged, which is reported', async () => {
    const damaged = await addPage(server, 'One', { markdown: 'one' })
    const sound = await addPage(server, 'Two', { markdown: 'two' })
    await typeText(server, damaged, 'typed ', {
      steps: '[{"stepType":"replace","from":900,"to":901}]',
    })
    await typeText(server, sound, 'typed ')
    shift = 16_000
    jobs = runJobs(server)
    await until(() => isStored(sound))
    await until(() => (jobs?.faults.length ?? 0) > 0)
    assert.equal(await isStored(damaged), false)
  })
})

describe('the journal', () => {
  /** A pass of the upkeep, after some time. */
  const passAfter = async (ms: number) => {
    const { store } = server.app
    const before = await steps.mergedUntil(store)
    shift += ms
    jobs = runJobs(server)
    await until(async () => (await steps.mergedUntil(store)) > before)
    await jobs.stop()
    assert.deepEqual(jobs.faults, [])
  }

  it('loses what is older than its days, except what no document has', async () => {
    const stored = await addPage(server, 'One', { markdown: 'one' })
    const deleted = await addPage(server, 'Two', { markdown: 'two' })
    const { workspaceId } = server
    for (const pageId of [stored, deleted]) await typeText(server, pageId, 'typed ')
    await server.post('/v1/pages/delete', { workspaceId, pageId: deleted })
    await passAfter(29 * day)
    assert.deepEqual(await versionsOf(stored), [2])
    await typeText(server, stored, 'more ')
    await passAfter(2 * day)
    assert.deepEqual(await versionsOf(stored), [3])
    assert.deepEqual(await versionsOf(deleted), [2])
    await server.post('/v1/pages/restore', { workspaceId, pageId: deleted })
    assert.equal(await markdownOf(deleted), 'typed two')
    assert.deepEqual(await faults(), [])
  })

  it('merges the changes of one author after a day, and leads on from each version in the history', async () => {
    const bob = await addPerson(server, 'Bob', 'MEMBER')
    const pageId = await addPage(server, 'One', { markdown: 'one' })
    const { workspaceId } = server
    for (let count = 0; count < 520; count += 1) await typeText(server, pageId, 'a')
    await typeText(server, pageId, 'b', { authorId: bob.userId })
    await server.post('/v1/pages/edit', { workspaceId, pageId, mode: 'append', text: 'End.' })
    shift = 10 * minute
    for (let count = 0; count < 3; count += 1) await typeText(server, pageId, 'c')
    await server.post('/v1/pages/edit', { workspaceId, pageId, mode: 'append', text: 'The end.' })
    const text = await markdownOf(pageId)
    const rows = await journalOf(server, pageId)
    await passAfter(12 * 3_600_000)
    assert.equal((await journalOf(server, pageId)).length, rows.length)
    await passAfter(12 * 3_600_000)
    const merged = await journalOf(server, pageId)
    // 500 and 20 of Ada, one of Bob, an edit, three of Ada, an edit.
    assert.deepEqual(
      merged.map(({ version }) => version),
      [501, 521, 522, 523, 526, 527],
    )
    assert.deepEqual(
      merged.map(({ version }) => rows.find((row) => row.version === version)?.batchId),
      merged.map(({ batchId }) => batchId),
    )
    assert.ok(isContiguous(merged, 1, 527))
    assert.ok(isContiguous(merged.slice(4), 523, 527))
    assert.ok(!isContiguous(merged.slice(4), 524, 527))
    assert.ok(!isContiguous(merged.slice(1), 1, 527))
    const read = (version: number) => readBase(contextOf(server), { workspaceId, pageId }, version)
    assert.deepEqual(
      [(await read(523))?.since.length, (await read(521))?.since.length, await read(300)],
      [2, 4, undefined],
    )
    const address = { workspaceId, pageId }
    const document = await OpenDocument.open(
      server.app.store,
      address,
      new Authors(server.app.store),
    )
    const missed = (await document.jsonSince(1)) ?? []
    const batches = missed.map((json): { version: number; steps: object[] } => JSON.parse(json))
    assert.deepEqual(
      batches.map(({ version }) => version),
      Array.from({ length: 526 }, (_, index) => index + 2),
    )
    assert.equal(batches.filter((batch) => batch.steps.length > 0).length, merged.length)
    assert.equal(await document.jsonSince(300), undefined)
    assert.equal(await markdownOf(pageId), text)
    assert.deepEqual(await faults(), [])
    await passAfter(day)
    assert.deepEqual(await journalOf(server, pageId), merged)
  })
})
