import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { addPage, titlesUnder } from '../../../test/support/pages.ts'
import { addPerson, type Person } from '../../../test/support/people.ts'
import { onlyFor, restrict } from '../../../test/support/sections.ts'
import { contextOf, startServer, type TestServer } from '../../../test/support/server.ts'
import { uploadZip } from '../../../test/support/transfer/imports.ts'
import { imports, runChanges, trash, systemViewer } from '../../store/index.ts'
import type { WorkspaceContext } from '../context.ts'
import { enterWorkspace } from '../people/access.ts'
import { runImports } from '../transfer/imports/run-imports.ts'
import { revertRun } from './reverts.ts'

let quire: TestServer
let ben: Person
let context: WorkspaceContext
before(async () => {
  quire = await startServer({ rateLimit: 0 })
  ben = await addPerson(quire, 'Ben', 'MEMBER')
  context = await enterWorkspace(contextOf(quire), quire.workspaceId, 'write')
})
after(() => quire.close())

const chapters = ['a', 'b', 'c']
const notes = Object.fromEntries(
  chapters.flatMap((chapter) => [
    [`${chapter}/index.md`, `# ${chapter}\n\nzebra`],
    ...Array.from({ length: 5 }, (_, index) => [
      `${chapter}/p${index}.md`,
      `# ${chapter}${index}\n\nzebra`,
    ]),
  ]),
)

async function ask<Body>(path: string, body: object, key = quire.key): Promise<Body> {
  const { workspaceId } = quire
  const answer = await quire.post<Body>(path, { workspaceId, ...body }, key)
  assert.equal(answer.status, 200, JSON.stringify(answer.body))
  return answer.body
}

/** The run of an import of three chapters of six pages below a page. */
async function importNotes(): Promise<{ runId: string; parentId: string }> {
  const { workspaceId, app } = quire
  const parentId = await addPage(quire, 'Parent')
  const fileId = await uploadZip(quire, notes)
  const { id: importId } = await ask<{ id: string }>('/v1/imports/create', { fileId, parentId })
  const { signal } = new AbortController()
  const { store, contextFor } = app
  const putAttempts = async () => undefined
  const work = { store, contextFor, workspaceId, attempts: 0, putAttempts, signal }
  await runImports(work)
  await ask('/v1/imports/start', { importId })
  await runImports(work)
  const row = await imports.get(store, { workspaceId, importId })
  assert.equal(row?.state, 'done', row?.error ?? '')
  return { runId: row.runId ?? assert.fail(), parentId }
}

type Listed = { id: string; title: string; depth: number; parentId: string | null }

async function pagesBelow(parentId: string): Promise<Listed[]> {
  const { pages } = await ask<{ pages: Listed[] }>('/v1/pages/list', {
    parentId,
    depth: 5,
    limit: 100,
  })
  return pages
}

const outline = async (parentId: string) =>
  (await pagesBelow(parentId)).map(({ title, depth }) => '  '.repeat(depth - 1) + title)

/** Reverts a run in parts. Returns what stays, and the next offsets. */
async function revert(
  runId: string,
  partSize: number,
): Promise<{ runId: string; transactions: number; stays: string[][]; trashed: string[] }> {
  const { workspaceId } = quire
  const request = { except: [], offset: 0, partSize }
  let transactions = 0
  const store = new Proxy(context.store, {
    get: (of, name) => {
      if (name === 'transactAlone') transactions += 1
      const member: unknown = Reflect.get(of, name, of)
      return typeof member === 'function' ? member.bind(of) : member
    },
  })
  const counted = { ...context, store }
  const { pages, next, ...reverted } = await revertRun(counted, { workspaceId, runId }, request)
  assert.equal(next, null)
  return {
    runId: reverted.runId,
    transactions,
    stays: pages.flatMap(({ title, stays }) => (stays.length > 0 ? [[title, ...stays]] : [])),
    trashed: pages.flatMap(({ title, actions }) => (actions.includes('trash') ? [title] : [])),
  }
}

async function deletionsOf(runId: string): Promise<{ pageId: string; pages: number }[]> {
  const { workspaceId } = quire
  const run = { workspaceId, runId, since: 0 }
  const events = await runChanges.events(context.store, run, { after: 0, limit: 100 })
  return events.flatMap(({ type, data }) => (type === 'page.deleted' ? [JSON.parse(data)] : []))
}

async function totalPages(): Promise<number> {
  return (await ask<{ totalPages: number }>('/v1/workspace/stats', {})).totalPages
}

async function countFound(): Promise<number> {
  const input = { query: 'zebra', k: 20 }
  return (await ask<{ results: object[] }>('/v1/search/pages', input)).results.length
}

describe('revertRun', () => {
  it('moves an import to the trash as a whole, in one part or in several', async () => {
    for (const partSize of [1000, 4]) {
      const before = await totalPages()
      const { runId, parentId } = await importNotes()
      const all = await outline(parentId)
      assert.equal(all.length, 18)
      assert.equal(await countFound(), 18)
      const reverted = await revert(runId, partSize)
      assert.deepEqual(reverted.stays, [])
      assert.equal(reverted.transactions, partSize === 1000 ? 1 : 5)
      assert.deepEqual(await pagesBelow(parentId), [])
      assert.equal(await countFound(), 0)
      assert.equal(await totalPages(), before + 1)
      const deletions = await deletionsOf(reverted.runId)
      assert.equal(
        deletions.reduce((sum, { pages }) => sum + pages, 0),
        18,
      )
      assert.equal(deletions.length, reverted.trashed.length)
      // The chapters, or more where parts end within a chapter.
      if (partSize === 1000) assert.equal(deletions.length, 3)
      assert.deepEqual((await revert(runId, partSize)).trashed, [])
      const again = await revert(reverted.runId, partSize)
      assert.deepEqual(again.stays, [])
      assert.deepEqual(await outline(parentId), all)
      assert.equal(await countFound(), 18)
      await revert(again.runId, partSize)
      assert.equal(await countFound(), 0)
    }
  })

  it('leaves pages that others changed, commented on or added to, with those above them', async () => {
    for (const partSize of [1000, 4]) {
      const { runId, parentId } = await importNotes()
      const byTitle = new Map((await pagesBelow(parentId)).map((page) => [page.title, page.id]))
      const idOf = (title: string) => byTitle.get(title) ?? assert.fail(title)
      await ask('/v1/pages/update', { pageId: idOf('a3'), icon: '🌲' }, ben.key)
      await ask('/v1/comments/create', { pageId: idOf('b'), markdown: 'Hm.' }, ben.key)
      await ask('/v1/pages/create', { title: 'Own', parentId: idOf('c1') }, ben.key)
      const { stays } = await revert(runId, partSize)
      assert.deepEqual(
        stays.map((one) => one.join(': ')).toSorted(),
        ['a', 'a3', 'b', 'c', 'c1'].map((title) => `${title}: used by others`).toSorted(),
      )
      assert.deepEqual(await outline(parentId), ['a', '  a3', 'b', 'c', '  c1', '    Own'])
      const { workspaceId } = quire
      const own = await trash.get(context.store, systemViewer(workspaceId), idOf('a3'))
      assert.equal(own?.deletedAt, null)
    }
  })

  it('leaves excepted pages with those above them, and pages that the caller cannot write', async () => {
    const { runId, parentId } = await importNotes()
    const byTitle = new Map((await pagesBelow(parentId)).map((page) => [page.title, page.id]))
    const idOf = (title: string) => byTitle.get(title) ?? assert.fail(title)
    const admin = await addPerson(quire, 'Admin', 'ADMIN')
    await restrict(quire, idOf('c'), onlyFor({ [quire.userId]: 'read' }), admin.key)
    // Over HTTP: the operator could write everything.
    const { pages } = await ask<{ pages: { title: string; stays: string[] }[] }>(
      '/v1/runs/revert',
      {
        runId,
        except: [idOf('a0')],
      },
    )
    assert.deepEqual(
      pages.filter(({ title }) => title.startsWith('c')).map(({ stays }) => stays),
      Array.from({ length: 6 }, () => ['no access']),
    )
    const left = await titlesUnder(quire, parentId)
    assert.deepEqual(left, ['a', 'c'])
    assert.deepEqual(await titlesUnder(quire, idOf('a')), ['a0'])
  })
})
