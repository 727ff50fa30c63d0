import assert from 'node:assert/strict'
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { text } from 'node:stream/consumers'
import { after, before, describe, it } from 'node:test'
import { AppError } from '../../lib/errors.ts'
import { connectSqlite } from './connect.ts'
import { listMigrations, migrate } from './migrate.ts'

/** Everything SQLite knows of tables, and which migrations were applied. */
function describeDatabase(file: string): unknown[] {
  const database = new DatabaseSync(file)
  try {
    const schema = database.prepare('select type, name, sql from sqlite_schema order by name').all()
    return [...schema, ...database.prepare('select * from migrations').all()]
  } finally {
    database.close()
  }
}

describe('migrate', () => {
  let folder = ''
  let count = 0
  const fresh = () => join(folder, `store-${(count += 1)}`)

  before(async () => {
    folder = await mkdtemp(join(tmpdir(), 'quire-migrate-'))
  })
  after(() => rm(folder, { recursive: true, force: true }))

  it('refuses a store that a newer program made, in words, and leaves it alone', async () => {
    const dataFolder = fresh()
    await connectSqlite(dataFolder).close()
    const file = join(dataFolder, 'quire.db')
    const database = new DatabaseSync(file)
    database.exec(
      "insert into migrations (number, name, applied_at) values (9999, '9999-later', 1)",
    )
    database.close()
    const before = describeDatabase(file)
    assert.throws(
      () => connectSqlite(dataFolder),
      (error) =>
        error instanceof AppError &&
        error.code === 'STORE_NEWER' &&
        /version 9999.*Start the newer Quire/.test(error.message),
    )
    assert.deepEqual(describeDatabase(file), before)
  })

  it('refuses a database of another program, and leaves it alone', async () => {
    const dataFolder = fresh()
    await connectSqlite(dataFolder).close()
    const file = join(dataFolder, 'quire.db')
    await rm(file)
    const database = new DatabaseSync(file)
    database.exec('create table users (name text); create table migrations (id text)')
    database.close()
    const before = describeDatabase(file)
    assert.throws(
      () => connectSqlite(dataFolder),
      (error) =>
        error instanceof AppError &&
        error.code === 'STORE_UNUSABLE' &&
        error.message.includes(file) &&
        /not made by Quire/.test(error.message),
    )
    assert.deepEqual(describeDatabase(file), before)
  })

  it('undoes all of a migration that fails half-way', () => {
    const database = new DatabaseSync(':memory:')
    const migrations = [
      { number: 1, name: '0001-good', sql: 'create table good (id integer)' },
      { number: 2, name: '0002-bad', sql: 'create table half (id integer); create nonsense' },
    ]
    assert.throws(() => migrate(database, migrations), /syntax error/)
    assert.equal(database.isTransaction, false)
    assert.deepEqual(database.prepare('select name from sqlite_schema').all(), [])
    migrate(database, migrations.slice(0, 1))
    assert.equal(database.prepare('select count(*) as n from migrations').get()?.['n'], 1)
    database.close()
  })

  it('applies only what is new, in the order of the numbers', () => {
    const database = new DatabaseSync(':memory:')
    const first = { number: 1, name: '0001-a', sql: 'create table a (id integer)' }
    const second = { number: 2, name: '0002-b', sql: 'alter table a add column b integer' }
    migrate(database, [first])
    migrate(database, [first, second])
    migrate(database, [first, second])
    const applied = database.prepare('select name from migrations order by number').all()
    assert.deepEqual(
      applied.map((row) => row['name']),
      ['0001-a', '0002-b'],
    )
    database.close()
  })

  it('refuses a store whose migrations are not its own, and one that they do not fit, unchanged', () => {
    const database = new DatabaseSync(':memory:')
    const first = {
      number: 1,
      name: '0001-a',
      sql: 'create table a (id integer); alter table migrations add column checksum text',
    }
    const second = { number: 2, name: '0002-b', sql: 'alter table a add column b integer' }
    migrate(database, [first])
    const schema = () => database.prepare('select sql from sqlite_schema').all()
    const before = schema()
    const edited = { ...first, sql: `${first.sql}; create table c (id integer)` }
    for (const migrations of [[edited], [edited, second]]) {
      assert.throws(
        () => migrate(database, migrations),
        /Migration 0001-a of the store is not that of this program.*Nothing was changed/,
      )
    }
    const unfit = { ...second, sql: 'alter table nowhere add column b integer' }
    assert.throws(
      () => migrate(database, [first, unfit]),
      /Migration 0002-b does not fit the store \(no such table: nowhere\)\. This migration changed nothing/,
    )
    assert.deepEqual(schema(), before)
    const windows = { ...first, sql: first.sql.replaceAll('\n', '\r\n') }
    migrate(database, [windows, second])
    database.close()
  })

  it('changes nothing the second time', async () => {
    const dataFolder = fresh()
    await connectSqlite(dataFolder).close()
    const before = describeDatabase(join(dataFolder, 'quire.db'))
    await connectSqlite(dataFolder).close()
    assert.deepEqual(describeDatabase(join(dataFolder, 'quire.db')), before)
  })

  it('lets several processes start at once on an empty folder', async () => {
    const script = `
      import { connectSqlite } from ${JSON.stringify(new URL('connect.ts', import.meta.url))}
      process.stdin.resume()
      for await (const chunk of process.stdin) {
        for (const folder of JSON.parse(chunk)) {
          const store = connectSqlite(folder)
          await store.transact(async () => undefined)
          await store.close()
        }
      }`
    const children = Array.from({ length: 3 }, () =>
      spawn(process.execPath, ['--input-type=module', '--eval', `console.log();${script}`]),
    )
    const ended = children.map(async (child) => {
      const [errors, [code]] = await Promise.all([text(child.stderr), once(child, 'close')])
      return { errors, code }
    })
    // All are up before any is let go, so that they meet on the same folder at the same time.
    await Promise.all(children.map((child) => once(child.stdout, 'data')))
    const folders = Array.from({ length: 20 }, fresh)
    for (const child of children) child.stdin.end(JSON.stringify(folders))
    for (const end of await Promise.all(ended)) assert.deepEqual(end, { errors: '', code: 0 })
    for (const dataFolder of folders) {
      const applied = describeDatabase(join(dataFolder, 'quire.db')).slice(-listMigrations().length)
      assert.equal(applied.length, listMigrations().length)
    }
  })
})

describe('migrations', () => {
  it('are numbered from 1 without a gap or a tie, with four digits and a name', () => {
    const migrations = listMigrations()
    assert.deepEqual(
      migrations.map(({ number }) => number),
      migrations.map((_, index) => index + 1),
    )
    for (const { name } of migrations) assert.match(name, /^\d{4}-[a-z]+(-[a-z]+)*$/)
  })
})
