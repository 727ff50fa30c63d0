import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { addPage, titlesUnder } from '../../../../test/support/pages.ts'
import { contextOf, startServer, type TestServer } from '../../../../test/support/server.ts'
import { stopAfter, uploadZip } from '../../../../test/support/transfer/imports.ts'
import { clock } from '../../../lib/clock.ts'
import { imports } from '../../../store/index.ts'
import { enterWorkspace } from '../../people/access.ts'
import { type RevertPart, revertRun } from '../../reverts/reverts.ts'
import { runImports } from './run-imports.ts'

let quire: TestServer
before(async () => {
  quire = await startServer({ rateLimit: 0 })
})
after(() => quire.close())

async function run(signal = new AbortController().signal): Promise<void> {
  const { store, contextFor } = quire.app
  const { workspaceId } = quire
  const putAttempts = async () => undefined
  await runImports({ store, contextFor, workspaceId, attempts: 0, putAttempts, signal })
}

async function ask<Body>(path: string, body: object): Promise<Body> {
  const { workspaceId } = quire
  const answer = await quire.post<Body>(path, { workspaceId, ...body })
  assert.equal(answer.status, 200, JSON.stringify(answer.body))
  return answer.body
}

async function prepare(files: Record<string, string>, parentId: string): Promise<string> {
  const fileId = await uploadZip(quire, files)
  const { id: importId } = await ask<{ id: string }>('/v1/imports/create', { fileId, parentId })
  await run()
  await ask('/v1/imports/start', { importId })
  return importId
}

async function undoneAt(importId: string): Promise<string | null> {
  return (await ask<{ undoneAt: string | null }>('/v1/imports/get', { importId })).undoneAt
}

async function runOf(importId: string): Promise<string> {
  return (await ask<{ runId: string | null }>('/v1/imports/get', { importId })).runId ?? ''
}

type Reverted = { runId: string; pages: { title: string; stays: string[]; actions: string[] }[] }

const revert = (runId: string) => ask<Reverted>('/v1/runs/revert', { runId })

const notes = { 'a/index.md': '# a\n', 'a/b.md': '# b\n', 'c.md': '# c\n' }
const manyPages = Object.fromEntries(
  Array.from({ length: 100 }, (_, index) => [`n${index}.md`, `# Page ${index}\n`]),
)

describe('undoing an import', () => {
  it('is refused while the import runs, and possible when it is cancelled', async () => {
    const parentId = await addPage(quire, 'Running')
    const importId = await prepare(manyPages, parentId)
    await run(stopAfter(2))
    const runId = await runOf(importId)
    const { workspaceId } = quire
    const { status, body } = await quire.post('/v1/runs/revert', { workspaceId, runId })
    assert.deepEqual([status, body.code], [400, 'VALIDATION_FAILED'])
    assert.match(JSON.stringify(body), /pause or cancel the import/)
    await ask('/v1/imports/cancel', { importId })
    await revert(runId)
    await run()
    assert.deepEqual(await titlesUnder(quire, parentId), [])
  })

  it('leaves nothing of the pages that are being written when it is cancelled', async () => {
    const parentId = await addPage(quire, 'Cancelled')
    const importId = await prepare(manyPages, parentId)
    const { app, workspaceId } = quire
    let checks = 0
    let written = 0
    const cancelDuringSecondPart = {
      get aborted() {
        checks += 1
        return false
      },
    }
    const store = new Proxy(app.store, {
      get: (of, name) => {
        const member: unknown = Reflect.get(of, name, of)
        if (typeof member !== 'function') return member
        if (name !== 'transactIn' || checks < 3) return member.bind(of)
        checks = Number.NEGATIVE_INFINITY
        return async (...given: unknown[]) => {
          written = (await titlesUnder(quire, parentId)).length
          await app.store.transactIn({ workspaceId }, (transaction) =>
            imports.move(
              transaction,
              { workspaceId, importId },
              { from: 'running', to: 'cancelled', at: 1 },
            ),
          )
          return Reflect.apply(member, of, given)
        }
      },
    })
    // SAFETY: the import reads nothing else of the signal.
    const signal = cancelDuringSecondPart as AbortSignal
    const contextFor: typeof app.contextFor = (caller) => ({ ...app.contextFor(caller), store })
    const putAttempts = async () => undefined
    await runImports({
      store: app.store,
      contextFor,
      workspaceId,
      attempts: 0,
      putAttempts,
      signal,
    })
    const shown = await ask<{ state: string; done: number }>('/v1/imports/get', { importId })
    assert.deepEqual([shown.state, shown.done], ['cancelled', written])
    assert.ok(written > 0 && written < 100)
    assert.equal((await titlesUnder(quire, parentId)).length, written)
  })

  it('twice changes nothing more, and undoing the undo brings it back', async () => {
    const parentId = await addPage(quire, 'Twice')
    const importId = await prepare(notes, parentId)
    await run()
    const runId = await runOf(importId)
    const before = await titlesUnder(quire, parentId)
    assert.deepEqual(before, ['a', 'c'])
    const undone = await revert(runId)
    assert.deepEqual(await titlesUnder(quire, parentId), [])
    assert.deepEqual((await revert(runId)).pages, [])
    await revert(undone.runId)
    assert.deepEqual(await titlesUnder(quire, parentId), before)
  })

  it('is noted with the import until the undo is undone', async () => {
    const parentId = await addPage(quire, 'Noted')
    const importId = await prepare(notes, parentId)
    await run()
    const runId = await runOf(importId)
    assert.equal(await undoneAt(importId), null)
    const [someId] = (
      await ask<{ pages: { id: string }[] }>('/v1/runs/preview-revert', { runId })
    ).pages.map(({ id }) => id)
    await ask('/v1/runs/revert', { runId, except: [someId] })
    assert.equal(await undoneAt(importId), null)
    const undone = await revert(runId)
    assert.notEqual(await undoneAt(importId), null)
    const { imports: listed } = await ask<{ imports: { id: string; undoneAt: string | null }[] }>(
      '/v1/imports/list',
      {},
    )
    const found = listed.find(({ id }) => id === importId)
    assert.equal(found?.undoneAt, await undoneAt(importId))
    const again = await revert(undone.runId)
    assert.equal(await undoneAt(importId), null)
    await revert(again.runId)
    assert.equal(await undoneAt(importId), null)
    await revert(runId)
    assert.notEqual(await undoneAt(importId), null)
  })

  it('is noted after the last part only, and not while the import continues', async (test) => {
    const parentId = await addPage(quire, 'Parts')
    const importId = await prepare(manyPages, parentId)
    await run(stopAfter(2))
    await ask('/v1/imports/pause', { importId })
    const { workspaceId } = quire
    const runId = await runOf(importId)
    const context = await enterWorkspace(contextOf(quire), workspaceId, 'write')
    // Each part takes the whole time of a call.
    const start = Date.now()
    let minutes = 0
    const mock = test.mock.method(clock, 'now', () => start + (minutes += 1) * 60_000)
    const ends: boolean[] = []
    for (let offset: number | null = 0; offset !== null;) {
      const request = { except: [], offset, partSize: 10 }
      const part: RevertPart = await revertRun(context, { workspaceId, runId }, request)
      offset = part.next
      ends.push((await undoneAt(importId)) !== null)
    }
    mock.mock.restore()
    assert.ok(ends.length > 2)
    assert.deepEqual(ends, [...ends.slice(1).fill(false), true])
    await ask('/v1/imports/resume', { importId })
    assert.equal(await undoneAt(importId), null)
    await run()
    assert.equal(await undoneAt(importId), null)
  })

  it('again keeps what a person restored from the trash meanwhile', async () => {
    const parentId = await addPage(quire, 'Restored')
    const importId = await prepare(notes, parentId)
    await run()
    const runId = await runOf(importId)
    const undone = await revert(runId)
    const { pages } = await ask<{ pages: { id: string; title: string }[] }>('/v1/trash/list', {})
    const a = pages.find(({ title }) => title === 'a') ?? assert.fail(JSON.stringify(undone))
    await ask('/v1/pages/restore', { pageId: a.id })
    const again = await revert(runId)
    assert.deepEqual(await titlesUnder(quire, parentId), ['a'])
    assert.deepEqual(await titlesUnder(quire, a.id), ['b'])
    assert.deepEqual(
      again.pages.map(({ title, stays }) => [title, ...stays]),
      [
        ['a', 'used by others'],
        ['b', 'used by others'],
      ],
    )
  })

  it('does not keep a later import of the same source from creating the pages', async () => {
    const parentId = await addPage(quire, 'Later')
    const first = await prepare(notes, parentId)
    await run()
    await revert(await runOf(first))
    const second = await prepare(notes, parentId)
    await run()
    const shown = await ask<{ state: string; counts: { pages: object } }>('/v1/imports/get', {
      importId: second,
    })
    assert.equal(shown.state, 'done')
    assert.deepEqual(shown.counts.pages, { created: 3, updated: 0, unchanged: 0 })
    assert.deepEqual(await titlesUnder(quire, parentId), ['a', 'c'])
  })
})
