import assert from 'node:assert/strict'
import { DatabaseSync } from 'node:sqlite'
import { afterEach, beforeEach, describe, it } from 'node:test'
import pg from 'pg'
import { createDatabase, type TestDatabase } from '../../../test/support/stores/postgres.ts'
import { AppError } from '../../lib/errors.ts'
import { migrate as migrateSqlite } from '../sqlite/migrate.ts'
import { connectPostgres } from './connect.ts'
import { listMigrations, migrate } from './migrate.ts'

let database: TestDatabase
let client: pg.Client
beforeEach(async () => {
  database = await createDatabase()
  client = new pg.Client({ connectionString: database.url })
  await client.connect()
})
afterEach(async () => {
  await client.end()
  await database.drop()
})

const open = () => connectPostgres({ url: database.url, connections: 2 })

async function ask<Row extends object>(sql: string): Promise<Row[]> {
  return (await client.query<Row>(sql)).rows
}

describe('migrate', () => {
  it('refuses a database that a newer program made, in words, and leaves it alone', async () => {
    await (await open()).close()
    await client.query(
      "insert into migrations (number, name, applied_at) values (9999, '9999-later', 1)",
    )
    await assert.rejects(
      open(),
      (error) =>
        error instanceof AppError &&
        error.code === 'STORE_NEWER' &&
        /version 9999.*Start the newer Quire/.test(error.message),
    )
  })

  it('refuses a database of another program, without a word of its password', async () => {
    await client.query('create table users (name text)')
    await assert.rejects(
      open(),
      (error) =>
        error instanceof AppError &&
        error.code === 'STORE_UNUSABLE' &&
        /The database quire_test_\w+ on 127\.0\.0\.1:\d+ .* not made by Quire/.test(
          error.message,
        ) &&
        !error.message.includes(new URL(database.url).password),
    )
    assert.equal((await ask("select 1 from pg_tables where schemaname = 'public'")).length, 1)
  })

  it('refuses a database that keeps no UTF-8', async () => {
    const ascii = new URL(database.url)
    ascii.pathname = `${ascii.pathname}_ascii`
    const name = ascii.pathname.slice(1)
    await client.query(
      `create database ${name} template template0 encoding 'SQL_ASCII' locale_provider libc locale 'C'`,
    )
    try {
      await assert.rejects(
        connectPostgres({ url: ascii.href, connections: 2 }),
        /encoding SQL_ASCII, not UTF8/,
      )
    } finally {
      await client.query(`drop database ${name}`)
    }
  })

  it('undoes all of a migration that fails half-way', async () => {
    const bad = [
      { number: 1, name: '0001-bad', sql: 'create table half (id int); create nonsense' },
    ]
    await assert.rejects(migrate(client, { migrations: bad }), /syntax error/)
    assert.deepEqual(await ask("select 1 from pg_tables where schemaname = 'public'"), [])
  })

  it('applies only what is new, in the order of the numbers', async () => {
    const first = { number: 1, name: '0001-a', sql: 'create table a (id int)' }
    const second = { number: 2, name: '0002-b', sql: 'alter table a add column b int' }
    await migrate(client, { migrations: [first] })
    await migrate(client, { migrations: [first, second] })
    await migrate(client, { migrations: [first, second] })
    const applied = await ask('select name from migrations order by number')
    assert.deepEqual(applied, [{ name: '0001-a' }, { name: '0002-b' }])
  })

  it('lets several processes start at once on an empty database', async () => {
    const stores = await Promise.all(Array.from({ length: 6 }, open))
    await Promise.all(stores.map((store) => store.close()))
    assert.equal((await ask('select 1 from migrations')).length, listMigrations().length)
  })
})

type Column = { table: string; column: string; kind: string; required: boolean }

function kindOf(type: string): string {
  if (/^(?:bigint|integer|smallint)$/i.test(type)) return 'integer'
  if (/^(?:double precision|real)$/i.test(type)) return 'number'
  return /^(?:bytea|blob)$/i.test(type) ? 'bytes' : type.toLowerCase()
}

describe('the tables', () => {
  it('have the same columns in the same order as those of SQLite', async () => {
    await (await open()).close()
    const sqlite = new DatabaseSync(':memory:')
    migrateSqlite(sqlite)
    const rows = sqlite
      .prepare(
        `select t.name as "table", c.name as "column", c.type as "kind", c."notnull" or c.pk > 0 as "required"
         from pragma_table_list t join pragma_table_xinfo(t.name) c
         where t.type = 'table' and t.name not like 'sqlite_%' order by t.name, c.cid`,
      )
      .all()
    sqlite.close()
    const columnOf = (row: Record<string, unknown>): Column => ({
      table: String(row['table']),
      column: String(row['column']),
      kind: kindOf(String(row['kind'])),
      required: row['required'] === true || row['required'] === 1,
    })
    const here = await ask<Record<string, unknown>>(
      `select table_name as "table", column_name as "column", data_type as "kind", is_nullable = 'NO' as "required"
       from information_schema.columns where table_schema = 'public'
       order by table_name collate "C", ordinal_position`,
    )
    assert.deepEqual(here.map(columnOf), rows.map(columnOf))
  })

  it('compare all text by its bytes', async () => {
    await (await open()).close()
    const others = await ask(
      `select c.relname, a.attname from pg_attribute a join pg_class c on c.oid = a.attrelid
         join pg_collation k on k.oid = a.attcollation
       where c.relkind = 'r' and c.relnamespace = 'public'::regnamespace and a.attnum > 0 and k.collname <> 'C'`,
    )
    assert.deepEqual(others, [])
  })

  it('begin each key with the workspace, so that the data can be split by it', async () => {
    await (await open()).close()
    const keys = await ask<{ table: string; first: string }>(
      `select c.relname as "table", a.attname as "first" from pg_index i
         join pg_class c on c.oid = i.indrelid
         join pg_attribute a on a.attrelid = c.oid and a.attnum = i.indkey[0]
       where i.indisunique and c.relnamespace = 'public'::regnamespace`,
    )
    // People and what lets them in belong to no workspace: small, and copied to every part.
    const ofPeople = ['users', 'api_keys', 'sessions', 'tickets', 'totp_secrets', 'recovery_codes']
    const complete = new Set([
      ...ofPeople,
      'passkeys',
      'identities',
      'workspaces',
      'migrations',
      'jobs',
    ])
    // What is of the whole server.
    for (const table of ['audit_entries', 'server_administrators', 'server_settings']) {
      complete.add(table)
    }
    // What says in which workspace something is: a file, an invitation or share link by its token, a site by
    // its slug, a bot by its account, an agent by its user.
    const directories = ['file_workspaces', 'invitations', 'chat_accounts', 'share_links', 'sites']
    const others = ['agent_accounts', 'visitor_sessions', 'skill_links']
    for (const table of [...directories, ...others]) complete.add(table)
    // What is of a content, which files of several workspaces may have, or of a person's requests.
    const shared = ['damaged_contents', 'content_checks', 'unowned_contents', 'idempotency_keys']
    for (const table of shared) complete.add(table)
    const wrong = keys.filter(
      ({ table, first }) => !complete.has(table) && first !== 'workspace_id',
    )
    assert.deepEqual(wrong, [])
    assert.ok(keys.length > 10)
  })
})
