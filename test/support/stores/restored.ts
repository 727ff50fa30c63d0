import { copyFile, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { openApp } from '../../../server/app.ts'
import { readConfig } from '../../../server/config.ts'
import { restoreBackup } from '../../../server/domain/transfer/backup/restore.ts'
import { createServer } from '../../../server/http/server.ts'
import { contextOf, type TestServer } from '../server.ts'
import { databaseOf, dropDatabaseOf } from './stores.ts'

/** A server on a new store that a backup was restored into, with the secret of the first one. */
export async function openRestored(
  quire: TestServer,
  backup: string,
): Promise<{ baseUrl: string; close: () => Promise<void> }> {
  const dataFolder = await mkdtemp(join(tmpdir(), 'quire-restored-'))
  await copyFile(join(quire.dataFolder, 'secret.key'), join(dataFolder, 'secret.key'))
  const DATABASE_URL = await databaseOf(dataFolder)
  const config = readConfig({ LOG_LEVEL: 'silent', QUIRE_DATA: dataFolder, DATABASE_URL })
  const app = await openApp(config)
  await restoreBackup(contextOf({ ...quire, app }), backup)
  const server = await createServer(app, config)
  return {
    baseUrl: await server.listen({ host: '127.0.0.1', port: 0 }),
    close: async () => {
      await server.close()
      await app.close()
      await dropDatabaseOf(dataFolder)
      await rm(dataFolder, { recursive: true, force: true })
    },
  }
}
