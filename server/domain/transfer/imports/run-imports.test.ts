import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { addPage } from '../../../../test/support/pages.ts'
import { startServer, type TestServer } from '../../../../test/support/server.ts'
import { uploadZip } from '../../../../test/support/transfer/imports.ts'
import { imports } from '../../../store/index.ts'
import { runImports } from './run-imports.ts'

let quire: TestServer
before(async () => {
  quire = await startServer({ rateLimit: 0 })
})
after(() => quire.close())

const running = new AbortController().signal

/** Counts how often the import asks whether to stop, and stops it then. */
function stopAfter(checks: number): AbortSignal {
  let asked = 0
  const signal = {
    get aborted() {
      asked += 1
      return asked > checks
    },
  }
  // SAFETY: the import reads nothing else of it.
  return signal as AbortSignal
}

async function run(signal = running, attempts = 0): Promise<boolean> {
  const { store, contextFor } = quire.app
  return runImports({ store, contextFor, workspaceId: quire.workspaceId, attempts, signal })
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
    // With the page of the report.
    assert.equal(await pagesBelow(parentId), 101)
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
    const work = { store, contextFor: broken, workspaceId, signal: running }
    await assert.rejects(runImports({ ...work, attempts: 0 }), TypeError)
    assert.equal((await ask<Shown>('get', { importId })).state, 'running')
    await runImports({ ...work, attempts: 9 })
    const failed = await ask<Shown>('get', { importId })
    assert.equal(failed.state, 'failed')
    assert.match(failed.error ?? '', /an error of the server/)
    await ask('resume', { importId })
    await runImports({ ...work, contextFor, attempts: 0 })
    assert.equal((await ask<Shown>('get', { importId })).state, 'done')
    assert.equal(await pagesBelow(parentId), 2)
  })

  it('writes nothing for someone who left the workspace', async () => {
    const { importId } = await prepare({ 'a.md': '# A' })
    await ask('start', { importId })
    const { store } = quire.app
    const { workspaceId } = quire
    const contextFor: typeof quire.app.contextFor = (caller) =>
      quire.app.contextFor({ ...caller, userId: 'someone else' })
    await runImports({ store, contextFor, workspaceId, attempts: 0, signal: running })
    const row = await imports.get(store, { workspaceId, importId })
    assert.deepEqual(
      [row?.state, row?.error],
      ['failed', 'You are not a member of this workspace.'],
    )
  })
})
