import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { askDatabase } from './postgres.ts'
import { databaseOf } from './stores.ts'

/** What half a minute of silence of all that hold jobs would do. */
export async function expireLeases(dataFolder: string): Promise<void> {
  const expire = 'update jobs set leased_until = 1 where holder is not null'
  const url = await databaseOf(dataFolder)
  if (url === undefined) {
    const database = new DatabaseSync(join(dataFolder, 'quire.db'))
    database.exec(expire)
    database.close()
    return
  }
  await askDatabase(url, expire)
}
