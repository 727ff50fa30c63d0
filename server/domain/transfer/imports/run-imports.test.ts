import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { addPage } from '../../../../test/support/pages.ts'
import { addPerson } from '../../../../test/support/people.ts'
import { onlyFor, restrict } from '../../../../test/support/sections.ts'
import { startServer, type TestServer } from '../../../../test/support/server.ts'
import { stopAfter, uploadZip } from '../../../../test/support/transfer/imports.ts'
import { importRuns } from '../../../background/imports.ts'
import type { JobContext, JobControl } from '../../../background/job-kind.ts'
import { files, imports, jobs, members, systemViewer } from '../../../store/index.ts'
import { runImports } from './run-imports.ts'

let quire: TestServer
before(async () => {
  quire = await startServer({ rateLimit: 0 })
})
after(() => quire.close())

const running = new AbortController().signal

const putAttempts = async () => undefined

async function run(signal = running, attempts = 0): Promise<boolean> {
  const { store, contextFor } = quire.app
  const { workspaceId } = quire
  return runImports({ store, contextFor, workspaceId, attempts, putAttempts, signal })
}

async function ask<Body>(path: string, body: object): Promise<Body> {
  const { workspaceId } = quire
  const answer = await quire.post<Body>(`/v1/imports/${path}`, { workspaceId, ...body })
  assert.equal(answer.status, 200, JSON.stringify(answer.body))
  return answer.body
}

type Shown = { id: string; state: string; done: number; total: number; error: string | null }

const manyPages = Object.fromEntries(
  Array.from({ length: 100 }, (_, index) => [`n${index}.md`, `# Page ${index}\n\n![](p.png)\n`]),
)

async function prepare(
  files: Record<string, string>,
): Promise<{ parentId: string; importId: string }> {
  const parentId = await addPage(quire, 'Parent')
  const fileId = await uploadZip(quire, files)
  const { id: importId } = await ask<Shown>('create', { fileId, parentId })
  await run()
  return { parentId, importId }
}

async function pagesBelow(parentId: string): Promise<number> {
  const { workspaceId } = quire
  const { body } = await quire.post<{ pages: unknown[] }>('/v1/pages/list', {
    workspaceId,
    parentId,
    depth: 1,
    limit: 200,
  })
  return body.pages.length
}

describe('runImports', () => {
  it('continues where it was stopped, and writes no page twice', async () => {
    const { parentId, importId } = await prepare({ ...manyPages, 'p.png': 'pixel' })
    await ask('start', { importId })
    let done = 0
    for (let stops = 0; stops < 2; stops += 1) {
      assert.equal(await run(stopAfter(2)), false)
      const now = await ask<Shown>('get', { importId })
      assert.equal(now.state, 'running')
      assert.ok(now.done > done && now.done < now.total, `${done} → ${now.done} of ${now.total}`)
      assert.equal(await pagesBelow(parentId), now.done)
      done = now.done
    }
    assert.equal(await run(), true)
    const ended = await ask<Shown & { counts: { files: number; blocks: { retained: number } } }>(
      'get',
      {
        importId,
      },
    )
    assert.deepEqual([ended.state, ended.done, ended.counts.files], ['done', 100, 1])
    assert.equal(ended.counts.blocks.retained, 100)
    assert.equal(await pagesBelow(parentId), 100)
  })

  it('does nothing while it is paused or after it was cancelled', async () => {
    const { parentId, importId } = await prepare(manyPages)
    await ask('start', { importId })
    await ask('pause', { importId })
    await run()
    assert.equal(await pagesBelow(parentId), 0)
    await ask('resume', { importId })
    await run(stopAfter(2))
    await ask('cancel', { importId })
    assert.equal(await run(), true)
    const { state, done } = await ask<Shown>('get', { importId })
    assert.deepEqual([state, await pagesBelow(parentId)], ['cancelled', done])
    assert.ok(done > 0 && done < 100)
  })

  it('fails with a reason that people can read, and can be resumed', async () => {
    const { parentId, importId } = await prepare({ 'a.md': '# A' })
    await ask('start', { importId })
    const { store, contextFor } = quire.app
    const { workspaceId } = quire
    const broken = () => {
      throw new TypeError('broken')
    }
    const work = { store, contextFor: broken, workspaceId, putAttempts, signal: running }
    await assert.rejects(runImports({ ...work, attempts: 0 }), TypeError)
    assert.equal((await ask<Shown>('get', { importId })).state, 'running')
    await runImports({ ...work, attempts: 4 })
    const failed = await ask<Shown>('get', { importId })
    assert.equal(failed.state, 'failed')
    assert.match(failed.error ?? '', /an error of the server/)
    await ask('resume', { importId })
    await runImports({ ...work, contextFor, attempts: 0 })
    assert.equal((await ask<Shown>('get', { importId })).state, 'done')
    assert.equal(await pagesBelow(parentId), 1)
  })

  it('counts an attempt before its work, which can end the process, and gives up after the fifth', async () => {
    const { importId } = await prepare({ 'a.md': '# A' })
    await ask('start', { importId })
    const { store } = quire.app
    const { workspaceId } = quire
    const subject = workspaceId
    const killed = Promise.withResolvers<number | undefined>()
    const contextFor = (): never => {
      void jobs
        .state(store, { kind: 'imports', subject })
        .then((job) => killed.resolve(job?.attempts))
      throw new TypeError('killed')
    }
    const { signal } = new AbortController()
    const write: JobControl['write'] = (work) => store.transactIn({ workspaceId }, work)
    // SAFETY: the job reads nothing else of its context.
    const context = { store, contextFor } as unknown as JobContext
    await assert.rejects(importRuns.run(context, { subject, attempts: 2 }, { signal, write }))
    assert.equal(await killed.promise, 3)
    assert.equal(await run(running, 5), true)
    const failed = await ask<Shown>('get', { importId })
    assert.deepEqual([failed.state, failed.done], ['failed', 0])
    assert.match(failed.error ?? '', /The server ended 5 times while it worked on the import/)
    await ask('resume', { importId })
    const counts: number[] = []
    const work = { store, contextFor: quire.app.contextFor, workspaceId, signal: running }
    const note = async (count: number) => void counts.push(count)
    await runImports({ ...work, attempts: 0, putAttempts: note })
    assert.equal((await ask<Shown>('get', { importId })).state, 'done')
    assert.deepEqual(counts, [1, 0])
  })

  it('leaves a page deleted or hidden during a pause as it is, and reports what would be below it', async () => {
    const chapter = (name: string) =>
      Object.fromEntries(
        Array.from({ length: 20 }, (_, index) => [`${name}/c${index}.md`, `# ${name}${index}`]),
      )
    const { parentId, importId } = await prepare({
      'a.md': '# A',
      ...chapter('b'),
      ...chapter('c'),
      'd.md': '# D',
    })
    await ask('start', { importId })
    assert.equal(await run(stopAfter(2)), false)
    await ask('pause', { importId })
    const { workspaceId } = quire
    const below = async () =>
      (
        await quire.post<{ pages: { id: string; title: string }[] }>('/v1/pages/list', {
          workspaceId,
          parentId,
          depth: 2,
          limit: 200,
        })
      ).body.pages
    const idOf = async (title: string) =>
      (await below()).find((page) => page.title === title)?.id ?? assert.fail(title)
    for (const title of ['A', 'b5', 'c']) {
      const body = { workspaceId, pageId: await idOf(title) }
      assert.equal((await quire.post('/v1/pages/delete', body)).status, 200)
    }
    const before = (await below()).map(({ title }) => title)
    await ask('resume', { importId })
    assert.equal(await run(), true)
    const after = await ask<Shown & { counts: { pages: { created: number }; skipped: number } }>(
      'get',
      { importId },
    )
    assert.deepEqual([after.state, after.error], ['done', null])
    assert.deepEqual(
      (await below()).map(({ title }) => title),
      [...before, 'D'],
    )
    const { pages, skipped } = after.counts
    assert.equal(pages.created + skipped, 44)
    const report = await ask<{ skipped: { path: string; reason: string }[] }>('report', {
      importId,
    })
    assert.deepEqual(
      new Set(report.skipped.map(({ reason }) => reason)),
      new Set(['is below a page that was deleted']),
    )
    assert.ok(report.skipped.every(({ path }) => path.startsWith('c/')))
  })

  it('goes on when a page is deleted while it runs, and reports what would be below it', async () => {
    const { parentId, importId } = await prepare({
      ...Object.fromEntries(
        Array.from({ length: 40 }, (_, index) => [`b/c${index}.md`, '# C\n\n[z](../z.md)']),
      ),
      'z.md': '# Z',
    })
    await ask('start', { importId })
    const { workspaceId } = quire
    const deleteFirst = async (attempts: number) => {
      if (attempts > 0) return
      const body = { workspaceId, parentId, depth: 1 }
      const listed = await quire.post<{ pages: { id: string }[] }>('/v1/pages/list', body)
      const pageId = listed.body.pages[0]?.id ?? assert.fail()
      const deleted = await quire.post('/v1/pages/delete', { workspaceId, pageId })
      assert.equal(deleted.status, 200)
    }
    const { store, contextFor } = quire.app
    const work = { store, contextFor, workspaceId, attempts: 0, signal: running }
    assert.equal(await runImports({ ...work, putAttempts: deleteFirst }), true)
    const { state, error, counts } = await ask<
      Shown & { counts: { pages: { created: number }; skipped: number; links: object } }
    >('get', { importId })
    assert.deepEqual([state, error], ['done', null])
    // The first 32 pages are the folder and 31 of its pages.
    assert.deepEqual([counts.pages.created, counts.skipped], [33, 9])
    assert.deepEqual(counts.links, { resolved: 31, unresolved: 0 })
    assert.equal(await pagesBelow(parentId), 1)
    const report = await ask<{ skipped: { path: string; reason: string }[] }>('report', {
      importId,
    })
    assert.deepEqual(report.skipped.at(-1), {
      path: 'b/c39.md',
      reason: 'is below a page that was deleted',
    })
  })

  it('adds nothing below a page that its author cannot edit any more', async () => {
    const { parentId, importId } = await prepare(
      Object.fromEntries(
        Array.from({ length: 41 }, (_, index) => [index < 40 ? `s/c${index}.md` : 'z.md', '# C']),
      ),
    )
    await ask('start', { importId })
    await run(stopAfter(2))
    await ask('pause', { importId })
    const { workspaceId } = quire
    const body = { workspaceId, parentId, depth: 1 }
    const listed = await quire.post<{ pages: { id: string }[] }>('/v1/pages/list', body)
    const pageId = listed.body.pages[0]?.id ?? assert.fail()
    const admin = await addPerson(quire, 'Admin', 'ADMIN')
    await restrict(quire, pageId, onlyFor({}), admin.key)
    await ask('resume', { importId })
    await run()
    const { state, done } = await ask<Shown>('get', { importId })
    assert.deepEqual([state, done], ['done', 33])
    const report = await ask<{ skipped: { reason: string }[] }>('report', { importId })
    assert.deepEqual(
      report.skipped.map(({ reason }) => reason),
      Array.from({ length: 9 }, () => 'is below a page that you cannot edit any more'),
    )
  })

  it('goes on below a page whose permissions it restored for others', async () => {
    const other = await addPerson(quire, 'Reader', 'MEMBER')
    const { email } = (await members.list(quire.app.store, quire.workspaceId)).find(
      ({ id }) => id === other.userId,
    ) ?? { email: '' }
    const { importId } = await prepare({
      's/index.md': `---\npermissions:\n  inherits: false\n  people:\n    ${email}: manage\n---\n# S`,
      ...Object.fromEntries(Array.from({ length: 40 }, (_, index) => [`s/c${index}.md`, '# C'])),
      'z.md': '# Z',
    })
    await ask('start', { importId })
    await run(stopAfter(2))
    await run()
    const { state, done } = await ask<Shown>('get', { importId })
    assert.deepEqual([state, done], ['done', 42])
  })

  it('counts each page and file once, however often it is stopped', async () => {
    const unlinked = Object.fromEntries(
      Array.from({ length: 70 }, (_, index) => [`f${index}.bin`, `file ${index}`]),
    )
    const broken = { 'x.md': '# X\n\n[a](gone.md)', 'y.md': new Uint8Array([0xff]) }
    const parentId = await addPage(quire, 'Counted')
    const fileId = await uploadZip(quire, {
      ...manyPages,
      ...unlinked,
      ...broken,
      'p.png': 'pixel',
    })
    const { id: importId } = await ask<Shown>('create', { fileId, parentId, allFiles: true })
    await run()
    await ask('start', { importId })
    for (let stops = 0; !(await run(stopAfter(3))); stops += 1) assert.ok(stops < 20)
    const { counts, state } = await ask<Shown & { counts: object }>('get', { importId })
    assert.equal(state, 'done')
    assert.deepEqual(counts, {
      pages: { created: 101, updated: 0, unchanged: 0 },
      files: 72,
      links: { resolved: 100, unresolved: 1 },
      blocks: { retained: 101, changed: 0, lost: 0 },
      literals: 0,
      skipped: 1,
    })
  })

  it('keeps an upload while another import reads it, and not for one that waits for a month', async () => {
    const fileId = await uploadZip(quire, { 'a.md': '# A' })
    const ids: string[] = []
    for (const name of ['First', 'Second']) {
      const parentId = await addPage(quire, name)
      ids.push((await ask<Shown>('create', { fileId, parentId })).id)
    }
    await run()
    const [first = '', second = ''] = ids
    await ask('start', { importId: first })
    await run()
    assert.equal((await ask<Shown>('get', { importId: first })).state, 'done')
    const { store } = quire.app
    const { workspaceId } = quire
    const viewer = systemViewer(workspaceId)
    assert.notEqual(await files.get(store, viewer, fileId), undefined)
    const address = { workspaceId, importId: second }
    await store.transact((transaction) =>
      imports.move(transaction, address, { from: 'ready', to: 'paused', at: 1 }),
    )
    await run()
    const { state, error } = await ask<Shown>('get', { importId: second })
    assert.deepEqual(
      [state, error],
      ['cancelled', 'The import waited for 30 days and was cancelled.'],
    )
    assert.equal(await files.get(store, viewer, fileId), undefined)
  })

  it('writes nothing for someone who left the workspace', async () => {
    const { importId } = await prepare({ 'a.md': '# A' })
    await ask('start', { importId })
    const { store } = quire.app
    const { workspaceId } = quire
    const contextFor: typeof quire.app.contextFor = (caller) =>
      quire.app.contextFor({ ...caller, userId: 'someone else' })
    await runImports({ store, contextFor, workspaceId, attempts: 0, putAttempts, signal: running })
    const row = await imports.get(store, { workspaceId, importId })
    assert.deepEqual(
      [row?.state, row?.error],
      ['failed', 'You are not a member of this workspace.'],
    )
  })
})
