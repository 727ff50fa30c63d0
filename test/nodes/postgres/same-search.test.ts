import assert from 'node:assert/strict'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, describe, it } from 'node:test'
import { type App, openApp } from '../../../server/app.ts'
import { readConfig } from '../../../server/config.ts'
import type { WorkspaceContext } from '../../../server/domain/context.ts'
import { createPage } from '../../../server/domain/pages/create.ts'
import { updatePage } from '../../../server/domain/pages/update.ts'
import { mergeWorkspace } from '../../../server/domain/search/merge.ts'
import { searchPages } from '../../../server/domain/search/search.ts'
import { writeBackup } from '../../../server/domain/transfer/backup/backup.ts'
import { restoreBackup } from '../../../server/domain/transfer/backup/restore.ts'
import { contextOf, startServer, type TestServer } from '../../support/server.ts'
import { createMigratedDatabase, type TestDatabase } from '../../support/stores/postgres.ts'

const pageCount = 400
const queryCount = 1500

/** Numbers that look random and are the same in every run. */
let seed = 7
function random(below: number): number {
  seed = (seed * 1_103_515_245 + 12_345) % 2_147_483_648
  return Math.floor((seed / 2_147_483_648) * below)
}

const stems =
  'ab cor del fin gran hel in jor kal lum mor nest or pol quin ras sol tur ul ver'.split(' ')
const word = () => {
  // Some words are in every second text, most in few.
  const rare = random(3) > 0
  return Array.from({ length: rare ? 3 : 1 }, () => stems[random(stems.length)]).join('')
}
const words = (count: number) => Array.from({ length: count }, word).join(' ')

describe('search on both stores', () => {
  let server: TestServer
  let folder = ''
  let database: TestDatabase
  let other: App
  let contexts: WorkspaceContext[]
  let pageIds: string[]
  const everyText: string[] = []

  before(async () => {
    server = await startServer()
    folder = await mkdtemp(join(tmpdir(), 'quire-search-'))
    database = await createMigratedDatabase()
    const here = contextOf(server)
    pageIds = []
    for (let count = 0; count < pageCount; count += 1) {
      const [title, markdown] = [words(1 + random(4)), `${words(20)}\n\n${words(random(60))}\n`]
      everyText.push(`${title} ${markdown}`)
      const page = { workspaceId: server.workspaceId, parentId: null, title, markdown }
      pageIds.push(await createPage(here, { ...page, ownership: 'TEXT' }))
    }
    const backup = join(folder, 'backup.tar.gz')
    await writeBackup(here, backup)
    const environment = { QUIRE_DATA: join(folder, 'other'), DATABASE_URL: database.url }
    other = await openApp(readConfig(environment))
    const there = contextOf({ ...server, app: other })
    await restoreBackup(there, backup)
    contexts = [here, there]
  })
  after(async () => {
    await server.close()
    await other.close()
    await database.drop()
    await rm(folder, { recursive: true, force: true })
  })

  /** A few words of some page, cut, swapped or misspelt as people do; now and then a phrase. */
  function query(): string {
    const all = (everyText[random(everyText.length)] ?? '').split(/\s+/).filter(Boolean)
    const start = random(all.length)
    const taken = all.slice(start, start + 1 + random(4))
    const last = taken.at(-1) ?? ''
    switch (random(5)) {
      case 0:
        return `"${taken.join(' ')}"`
      case 1:
        return [...taken.slice(0, -1), last.slice(0, 1 + random(last.length))].join(' ')
      case 2:
        return taken.toReversed().join(' ')
      case 3:
        return [...taken, words(1)].join(' ')
      default:
        return taken.join(' ')
    }
  }

  async function compare(queries: number): Promise<void> {
    let found = 0
    for (let count = 0; count < queries; count += 1) {
      const asked = { query: query(), k: 1 + random(20) }
      const [here, there] = await Promise.all(
        contexts.map((context) => searchPages(context, asked)),
      )
      assert.deepEqual(there, here, asked.query)
      found += here?.length ?? 0
    }
    assert.ok(found > queries, `only ${found} hits`)
  }

  it('gives the same lists, from indexes that were made apart', () => compare(queryCount))

  it('gives the same lists after the same changes, and after the index was merged', async () => {
    const { workspaceId } = server
    for (let count = 0; count < 40; count += 1) {
      const pageId = pageIds[random(pageIds.length)] ?? ''
      const title = words(3)
      for (const context of contexts) await updatePage(context, { workspaceId, pageId, title })
    }
    await compare(queryCount)
    for (const { store, search } of contexts) await mergeWorkspace(store, search, workspaceId)
    await compare(queryCount)
  })
})
