import assert from 'node:assert/strict'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { describe, it } from 'node:test'
import { tables } from '../dump.ts'
import { connectSqlite } from './connect.ts'

describe('dump on SQLite', () => {
  it('holds every table that is no index: add a new one to dump.ts', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'quire-dump-'))
    try {
      await connectSqlite(folder).close()
      const database = new DatabaseSync(join(folder, 'quire.db'))
      const found = database.prepare("select name from sqlite_schema where type = 'table'").all()
      database.close()
      const names = found
        .map(({ name }) => String(name))
        .filter(
          (name) =>
            name !== 'migrations' &&
            !/^(?:search_|sqlite_|jobs$|embedding_(?:builds|pages|chunks)$)/.test(name),
        )
      assert.deepEqual(new Set(names), new Set<string>(tables))
    } finally {
      await rm(folder, { recursive: true, force: true })
    }
  })
})
