import assert from 'node:assert/strict'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { describe, it } from 'node:test'
import { allTables } from '../dump.ts'
import { connectSqlite } from './connect.ts'

describe('dump on SQLite', () => {
  it('knows every table: add a new one to dump.ts, with what a backup takes or with what it leaves out', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'quire-dump-'))
    try {
      await connectSqlite(folder).close()
      const database = new DatabaseSync(join(folder, 'quire.db'))
      const found = database.prepare("select name from sqlite_schema where type = 'table'").all()
      database.close()
      const names = found
        .map(({ name }) => String(name))
        .filter((name) => name !== 'migrations' && !name.startsWith('sqlite_'))
      assert.deepEqual(new Set(names), new Set<string>(allTables))
    } finally {
      await rm(folder, { recursive: true, force: true })
    }
  })
})
