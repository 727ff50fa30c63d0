import assert from 'node:assert/strict'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, beforeEach, describe, it } from 'node:test'
import { addFile, addPage } from '../../../test/support/pages.ts'
import { contextOf, startServer, type TestServer } from '../../../test/support/server.ts'
import { openApp } from '../../app.ts'
import { readConfig } from '../../config.ts'
import { newId } from '../../lib/ids.ts'
import { defaultStoredFields } from '../../lib/page-fields.ts'
import { pages, searchPending, systemViewer } from '../../store/index.ts'
import type { WorkspaceContext } from '../context.ts'
import { indexPending } from '../search/reindex.ts'
import { searchPages } from '../search/search.ts'
import { writeBackup } from '../transfer/backup/backup.ts'
import { restoreBackup } from '../transfer/backup/restore.ts'
import { checkStore } from '../transfer/check/check.ts'
import { importFolder } from '../transfer/import/import.ts'
import { updatePage } from './update.ts'

type Method = (...values: unknown[]) => unknown

/** Puts a function in the place of a method. */
function replace(target: object, name: string, make: (method: Method) => Method): void {
  const method: unknown = Reflect.get(target, name)
  assert.ok(typeof method === 'function')
  Reflect.set(
    target,
    name,
    make((...values) => Reflect.apply(method, target, values)),
  )
}

/** All ways to the analyser: the rules about pages have no other, as a test of the imports holds. */
const analyses = ['fromMarkdown', 'fromDocument', 'edit', 'entry', 'entryOf']

/** The analyses of a server that is asked one thing at a time, and those made while it had a transaction open. */
class Watch {
  analysed: string[] = []
  insideTransaction: string[] = []
  #open = 0

  constructor({ store, content }: WorkspaceContext) {
    for (const name of ['transact', 'transactIn', 'transactAlone']) {
      replace(store, name, (run) => (...values) => {
        // The use of a key is noted behind its request.
        if (values[0] === 'none') return run(...values)
        return run(...values.slice(0, -1), this.#counted(values.at(-1)))
      })
    }
    for (const name of analyses) {
      replace(content, name, (analyse) => (...values) => {
        this.analysed.push(name)
        if (this.#open > 0) this.insideTransaction.push(name)
        return analyse(...values)
      })
    }
  }

  clear(): void {
    this.analysed = []
    this.insideTransaction = []
  }

  #counted(work: unknown): Method {
    assert.ok(typeof work === 'function')
    return async (...values) => {
      this.#open += 1
      try {
        return await Reflect.apply(work, undefined, values)
      } finally {
        this.#open -= 1
      }
    }
  }
}

const paragraph = (text: string) => ({ type: 'paragraph', content: [{ type: 'text', text }] })
const documentOf = (text: string) => ({ type: 'doc', content: [paragraph(text)] })
const long = 'A long way to go. '.repeat(2000)

describe('analysis for search', () => {
  let server: TestServer
  let watch: Watch
  let pageId = ''
  before(async () => {
    server = await startServer({ rateLimit: 0 })
    watch = new Watch(contextOf(server))
  })
  after(() => server.close())
  beforeEach(async () => {
    pageId = await addPage(server, 'First', { markdown: 'some words' })
  })

  /** Sends a change as it is, and with a key under which the answer is kept in the transaction of the change. */
  async function analysedBy(path: string, body: object, withKey: boolean): Promise<string[]> {
    watch.clear()
    const { status } = await server.request({
      method: 'POST',
      url: path,
      headers: {
        authorization: `Bearer ${server.key}`,
        ...(withKey ? { 'idempotency-key': newId() } : {}),
      },
      payload: { workspaceId: server.workspaceId, ...body },
    })
    assert.equal(status, 200)
    assert.deepEqual(watch.insideTransaction, [])
    return watch.analysed
  }

  for (const withKey of [false, true]) {
    describe(withKey ? 'with an Idempotency-Key' : 'of a plain request', () => {
      const check = async (path: string, body: object, expected: string[]) =>
        assert.deepEqual(await analysedBy(path, body, withKey), expected)

      it('is made once for a new page, before its transaction', async () => {
        const page = { title: 'New', markdown: 'Words.' }
        await check('/v1/pages/create', page, ['fromMarkdown', 'entryOf'])
        const fileId = await addFile(server, pageId, { content: 'some text' })
        const path = '/v1/workspace/create-page-from-file'
        await check(path, { parentId: null, fileId }, ['fromDocument', 'entryOf'])
      })

      it('is made once for a change, before its transaction', async () => {
        const [title, content] = ['Second', documentOf('other words')]
        await check('/v1/pages/update', { pageId, content }, ['fromDocument', 'entryOf'])
        await check('/v1/pages/update', { pageId, title: 'Other', content }, [
          'fromDocument',
          'entryOf',
        ])
        await check('/v1/pages/save', { pageId, version: 3, title, content }, [
          'fromDocument',
          'entryOf',
        ])
        const addition = { pageId, mode: 'append', text: 'And more.' }
        await check('/v1/pages/edit', addition, ['edit', 'entryOf'])
        await check('/v1/history/restore', { pageId, version: 1 }, ['fromDocument', 'entryOf'])
      })

      it('is made once for a new title, however long the body', async () => {
        await check('/v1/pages/update', { pageId, title: 'Renamed' }, ['entry'])
        await check('/v1/pages/save', { pageId, version: 2, title: 'Again' }, ['entry'])
        await server.post('/v1/pages/update', {
          workspaceId: server.workspaceId,
          pageId,
          content: documentOf(long),
        })
        await check('/v1/pages/update', { pageId, title: 'Renamed' }, ['entry'])
      })

      it('is not made for what search does not know of', async () => {
        await check('/v1/pages/update', { pageId, icon: '🌲', title: 'First' }, [])
      })

      it('is made once for each page of a tree that returns, after its transaction', async () => {
        for (const title of ['Left', 'Right']) await addPage(server, title, { parentId: pageId })
        await check('/v1/pages/delete', { pageId }, [])
        await check('/v1/pages/restore', { pageId }, ['entry', 'entry', 'entry'])
      })
    })
  }

  it('of a folder and of a backup is made outside of their transactions', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'quire-analysis-'))
    const config = readConfig({ QUIRE_DATA: join(folder, 'other') })
    const empty = await openApp(config)
    try {
      await writeFile(join(folder, 'page.md'), '# Page\n\nWords.\n')
      const context = contextOf(server)
      const { workspaceId } = server
      watch.clear()
      await importFolder(context, { folder, workspaceId, parentId: null })
      assert.deepEqual([watch.analysed, watch.insideTransaction], [['entryOf'], []])
      const backup = join(folder, 'backup.tar.gz')
      await writeBackup(context, backup)

      const there = contextOf({ app: empty, userId: server.userId })
      const restoring = new Watch(there)
      await restoreBackup(there, backup)
      assert.deepEqual(new Set(restoring.analysed), new Set(['entry']))
      assert.deepEqual(restoring.insideTransaction, [])
      assert.deepEqual((await checkStore(there)).faults, [])
    } finally {
      await empty.close()
      await rm(folder, { recursive: true, force: true })
    }
  })
})

describe('a page that changes between its analysis and its transaction', () => {
  let server: TestServer
  let context: WorkspaceContext
  let pageId = ''
  before(async () => {
    server = await startServer()
    context = contextOf(server)
  })
  after(() => server.close())
  beforeEach(async () => {
    pageId = await addPage(server, 'First', { markdown: 'walrus' })
  })

  const find = async (query: string) =>
    (await searchPages(context, { query, k: 20 })).map((found) => found.pageId)

  /** A context in which `meddle` runs once, behind the next analysis. */
  function meddledBy(meddle: () => Promise<unknown>): WorkspaceContext {
    const { content } = context
    let isDone = false
    const once = async () => {
      if (isDone) return
      isDone = true
      await meddle()
    }
    return {
      ...context,
      content: Object.assign(Object.create(content), {
        entry: async (...values: Parameters<typeof content.entry>) => {
          const entry = await content.entry(...values)
          await once()
          return entry
        },
        fromDocument: content.fromDocument.bind(content),
      }),
    }
  }
  const change = (
    by: WorkspaceContext,
    changes: Omit<Parameters<typeof updatePage>[1], 'workspaceId' | 'pageId'>,
  ) => updatePage(by, { workspaceId: server.workspaceId, pageId, ...changes })

  it('is found by its new title and its newest body', async () => {
    // As another node, which does not wait for the changes of this one.
    const elsewhere = { ...context, store: { ...context.store, cacheKey: {} } }
    const rewritten = () => change(elsewhere, { content: documentOf('ptarmigan') })
    await change(meddledBy(rewritten), { title: 'Renamed' })
    assert.deepEqual(await find('"Renamed"'), [pageId])
    assert.deepEqual([await find('ptarmigan'), await find('walrus')], [[pageId], []])
    assert.deepEqual((await checkStore(context)).faults, [])
    assert.deepEqual(await searchPending.first(context.store, server.workspaceId, 10), [])
  })

  it('stays on the list of those that wait until its newest state was read', async () => {
    const { workspaceId } = server
    const { store } = context
    await store.transactIn({ workspaceId }, (transaction) =>
      searchPending.add(transaction, { workspaceId, ids: [pageId] }),
    )
    // As a node of the release before renames a page: search is left to the list.
    const renamed = () =>
      store.transactIn({ workspaceId }, async (transaction) => {
        const { version = 0 } =
          (await pages.get(transaction, systemViewer(workspaceId), pageId)) ?? {}
        const page = { ...defaultStoredFields, title: 'Relisted', type: 'TEXT' as const, version }
        await pages.update(transaction, { workspaceId, pageId, at: 1, by: server.userId }, page)
        await searchPending.add(transaction, { workspaceId, ids: [pageId] })
      })
    await indexPending(meddledBy(renamed), workspaceId)
    assert.deepEqual(await find('"Relisted"'), [pageId])
    assert.deepEqual(await searchPending.first(store, workspaceId, 10), [])
  })
})
