import { type App, openApp } from '../../server/app.ts'
import { readConfig } from '../../server/config.ts'
import type { WorkspaceContext } from '../../server/domain/context.ts'
import { fromMarkdown } from '../../server/domain/document/tasks.ts'
import { logEntry } from '../../server/domain/pages/search-entries.ts'
import { mergeWorkspace } from '../../server/domain/search/merge.ts'
import { newId } from '../../server/lib/ids.ts'
import { makeEntry } from '../../server/search/index/page-entry.ts'
import { contents, pages, type Viewer } from '../../server/store/index.ts'
import { makeFolder } from '../support/children.ts'
import { startWorkspace } from '../support/seed.ts'
import { pageRow } from './page-row.ts'
import type { PageText } from './texts.ts'

export type Fixture = { app: App; workspaceId: string; userId: string; dataFolder: string }

/** Pages written in one transaction. */
const batchSize = 64
/** After so many batches, the index is merged, as in the background. */
const batchesPerMerge = 32

/** A program with an empty workspace, in a folder that is removed at the end. */
export async function openFixture(): Promise<Fixture> {
  const dataFolder = makeFolder()
  const { workspaceId, userId } = await startWorkspace(dataFolder)
  const { SEARCH_THREADS } = process.env
  const app = await openApp(readConfig({ QUIRE_DATA: dataFolder, SEARCH_THREADS }))
  return { app, workspaceId, userId, dataFolder }
}

/** Writes pages, and merges the index as the background does while a workspace grows. */
export async function growWorkspace(fixture: Fixture, texts: readonly PageText[]): Promise<void> {
  const { app, workspaceId } = fixture
  const size = batchSize * batchesPerMerge
  for (let start = 0; start < texts.length; start += size) {
    await writePages(fixture, texts.slice(start, start + size))
    await mergeWorkspace(app.store, app.search, workspaceId)
  }
}

export async function writePages(
  { app, workspaceId, userId }: Fixture,
  texts: readonly PageText[],
): Promise<void> {
  for (let start = 0; start < texts.length; start += batchSize) {
    await app.store.transact(async (transaction) => {
      for (const { title, body } of texts.slice(start, start + batchSize)) {
        const prepared = fromMarkdown(body)
        if (!prepared.ok) continue
        const address = { workspaceId, pageId: newId() }
        await pages.insert(transaction, pageRow({ ...address, userId, title }))
        await contents.put(transaction, address, prepared.content)
        await logEntry(transaction, address, makeEntry(title, prepared.content.search))
      }
    })
  }
}

export function numbersTo(count: number): number[] {
  return Array.from({ length: count }, (_, index) => index)
}

/** The time that a share of all were within. */
export function at(times: readonly number[], share: number): number {
  const sorted = times.toSorted((one, other) => one - other)
  return sorted[Math.min(sorted.length - 1, Math.floor(share * sorted.length))] ?? 0
}

/** What the operations of the person who owns the fixture get. */
export function contextOf({ app, userId }: Fixture, viewer: Viewer): WorkspaceContext {
  const person = { userId, keyId: undefined, readOnly: false, workspaceIds: undefined }
  return { ...app.contextFor({ ...person, via: 'api' }), viewer }
}
