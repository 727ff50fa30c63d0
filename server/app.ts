import { join } from 'node:path'
import type { Config } from './config.ts'
import { ContentEngine } from './domain/content-engine.ts'
import type { Caller, Context } from './domain/context.ts'
import { openSemantic, type SemanticEngine } from './domain/semantic.ts'
import { openFolder } from './files/folder.ts'
import { openSecrets } from './lib/secrets.ts'
import { connectStore, type Store } from './store/index.ts'

/** Everything that is opened once and shared by all doors. */
export type App = {
  store: Store
  semantic: SemanticEngine
  contextFor: (caller: Caller) => Context
  close: () => Promise<void>
}

/** Puts the program together from its configuration. */
export async function openApp({
  dataFolder,
  publicUrl,
  secret,
  vectorMemory = 512 * 1024 * 1024,
}: Pick<Config, 'dataFolder' | 'publicUrl'> &
  Partial<Pick<Config, 'secret' | 'vectorMemory'>>): Promise<App> {
  const store = connectStore(dataFolder)
  const files = await openFolder(join(dataFolder, 'files'))
  const content = new ContentEngine()
  const secrets = openSecrets(dataFolder, secret)
  const modelsFolder = join(dataFolder, 'models')
  const semantic = openSemantic(store, { secrets, modelsFolder, vectorMemory })
  return {
    store,
    semantic,
    contextFor: (caller) => ({ store, files, content, semantic, caller, publicUrl }),
    close: async () => {
      await semantic.close()
      await content.close()
      await store.close()
    },
  }
}
