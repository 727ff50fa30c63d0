import { join } from 'node:path'
import type { Config } from './config.ts'
import { ContentEngine } from './domain/content-engine.ts'
import type { Caller, Context } from './domain/context.ts'
import { openFolder } from './files/folder.ts'
import { connectStore, type Store } from './store/index.ts'

/** Everything that is opened once and shared by all doors. */
export type App = {
  store: Store
  contextFor: (caller: Caller) => Context
  close: () => Promise<void>
}

/** Puts the program together from its configuration. */
export async function openApp({
  dataFolder,
  databaseUrl,
  connections,
  publicUrl,
}: Pick<Config, 'dataFolder' | 'databaseUrl' | 'connections' | 'publicUrl'>): Promise<App> {
  const store = await connectStore({ dataFolder, databaseUrl, connections })
  const files = await openFolder(join(dataFolder, 'files'))
  const content = new ContentEngine()
  return {
    store,
    contextFor: (caller) => ({ store, files, content, caller, publicUrl }),
    close: async () => {
      await content.close()
      await store.close()
    },
  }
}
