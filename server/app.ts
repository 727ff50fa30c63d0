import { join } from 'node:path'
import type { Config, S3Config } from './config.ts'
import { ContentEngine } from './domain/content-engine.ts'
import type { Caller, Context } from './domain/context.ts'
import type { FileStore } from './files/file-store.ts'
import { openFolder } from './files/folder.ts'
import { openS3 } from './files/s3.ts'
import { connectStore, type Store } from './store/index.ts'

/** Everything that is opened once and shared by all doors. */
export type App = {
  store: Store
  contextFor: (caller: Caller) => Context
  close: () => Promise<void>
}

export type AppConfig = Pick<
  Config,
  'dataFolder' | 'databaseUrl' | 'connections' | 's3' | 'publicUrl'
>

/** Puts the program together from its configuration. */
export async function openApp({
  dataFolder,
  databaseUrl,
  connections,
  s3,
  publicUrl,
}: AppConfig): Promise<App> {
  const store = await connectStore({ dataFolder, databaseUrl, connections })
  const files = await openFiles(dataFolder, s3).catch(async (error: unknown) => {
    await store.close()
    throw error
  })
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

function openFiles(dataFolder: string, s3: S3Config | undefined): Promise<FileStore> {
  return s3 === undefined ? openFolder(join(dataFolder, 'files')) : openS3(s3)
}
