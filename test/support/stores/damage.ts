import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import pg from 'pg'
import { databaseOf } from './stores.ts'

/** Changes the store of a data folder behind the program's back, past what the tables themselves forbid. */
export async function damage(dataFolder: string, sql: string, ...values: string[]): Promise<void> {
  const url = await databaseOf(dataFolder)
  if (url === undefined) {
    const database = new DatabaseSync(join(dataFolder, 'quire.db'))
    database.exec('pragma foreign_keys = off')
    database.prepare(sql.replaceAll('$', '?')).run(...values)
    database.close()
    return
  }
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  await client.query('set session_replication_role = replica')
  await client.query(sql, values)
  await client.end()
}
