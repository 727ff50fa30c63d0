import { join } from 'node:path'
import type { Config } from './config.ts'
import type { Caller, Context } from './domain/context.ts'
import { createMarkdownCache } from './domain/page-content.ts'
import { openFolder } from './files/folder.ts'
import { connectStore, type Store } from './store/index.ts'

/** Everything that is opened once and shared by all doors. */
export type App = {
  store: Store
  contextFor: (caller: Caller) => Context
  close: () => Promise<void>
}

const markdownCacheCharacters = 32 * 1024 * 1024

/** Puts the program together from its configuration. */
export async function openApp({
  dataFolder,
  publicUrl,
}: Pick<Config, 'dataFolder' | 'publicUrl'>): Promise<App> {
  const store = connectStore(dataFolder)
  const files = await openFolder(join(dataFolder, 'files'))
  const markdown = createMarkdownCache(markdownCacheCharacters)
  return {
    store,
    contextFor: (caller) => ({ store, files, markdown, caller, publicUrl }),
    close: () => store.close(),
  }
}
