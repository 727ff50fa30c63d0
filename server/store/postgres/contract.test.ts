import { createMigratedDatabase } from '../../../test/support/stores/postgres.ts'
import type { Store } from '../connection.ts'
import { describeStore } from '../contract.ts'
import type { Opened } from '../contract/dialect.ts'
import { connectPostgres } from './connect.ts'

async function open(): Promise<Opened> {
  const database = await createMigratedDatabase()
  const stores: Store[] = []
  const again = async () => {
    const store = await connectPostgres({ url: database.url, connections: 8 })
    stores.push(store)
    return store
  }
  const store = await again()
  return {
    store,
    again,
    close: async () => {
      for (const opened of stores) await opened.close()
      await database.drop()
    },
  }
}

describeStore({ name: 'PostgreSQL', folder: new URL('.', import.meta.url), open })
