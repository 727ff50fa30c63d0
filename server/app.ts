import { join } from 'node:path'
import type { Config } from './config.ts'
import { ContentEngine } from './domain/content-engine.ts'
import type { Caller, Context } from './domain/context.ts'
import { SearchIndexes } from './domain/search-index.ts'
import { SearchIndexer } from './domain/search-indexer.ts'
import { openFolder } from './files/folder.ts'
import { connectStore, type Store } from './store/index.ts'

/** Everything that is opened once and shared by all doors. */
export type App = {
  store: Store
  search: SearchIndexes
  contextFor: (caller: Caller) => Context
  /** Starts the work that goes on beside requests; `report` hears of its failures. */
  startBackground: (report: (error: unknown) => void) => void
  close: () => Promise<void>
}

/** Bytes: the vocabularies of some dozens of workspaces of 10,000 pages, and what is asked of them most. */
const searchMemory = { indexes: 96 * 1024 * 1024, postings: 48 * 1024 * 1024 }

/** Puts the program together from its configuration. */
export async function openApp({
  dataFolder,
  publicUrl,
}: Pick<Config, 'dataFolder' | 'publicUrl'>): Promise<App> {
  const store = connectStore(dataFolder)
  const files = await openFolder(join(dataFolder, 'files'))
  const content = new ContentEngine()
  const search = new SearchIndexes(store, searchMemory)
  const indexer = new SearchIndexer(store, search)
  return {
    store,
    search,
    contextFor: (caller) => ({ store, files, content, search, caller, publicUrl }),
    startBackground: (report) => indexer.start(report),
    close: async () => {
      await indexer.stop()
      await content.close()
      await store.close()
    },
  }
}
