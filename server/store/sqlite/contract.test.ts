import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { copyMigratedSqlite } from '../../../test/support/stores/sqlite.ts'
import type { Store } from '../connection.ts'
import { describeStore } from '../contract.ts'
import type { Opened } from '../contract/dialect.ts'
import { connectSqlite } from './connect.ts'

async function open(): Promise<Opened> {
  const folder = await mkdtemp(join(tmpdir(), 'quire-store-'))
  await copyMigratedSqlite(folder)
  const stores: Store[] = []
  const again = async () => {
    const store = connectSqlite(folder)
    stores.push(store)
    return store
  }
  const store = await again()
  return {
    store,
    again,
    close: async () => {
      for (const opened of stores) await opened.close()
      await rm(folder, { recursive: true, force: true })
    },
  }
}

describeStore({ name: 'SQLite', folder: new URL('.', import.meta.url), open })
