import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { files, read } from './sources.ts'

/**
 * A node of the version before goes on running on a store that a newer one has migrated: what it reads and
 * writes has to stay as it was. Gives the statements that may take something away from it.
 */
function breaking(sql: string): string[] {
  const statements = sql
    .replaceAll(/--.*$/gm, '')
    // What a trigger does is one statement with it.
    .replaceAll(/\bbegin\b.*?\bend\b/gs, (body) => body.replaceAll(';', ','))
    .split(';')
    .map((statement) => statement.replaceAll(/\s+/g, ' ').trim())
    .filter((statement) => statement !== '')
  const own = new Set(statements.map((statement) => /^create table (\w+) \(/.exec(statement)?.[1]))
  return statements.filter((statement) => {
    const [, table] =
      /^(?:create table|alter table|insert into|create (?:unique )?index \w+ on|create trigger \w+ before \w+ on) (\w+)/.exec(
        statement,
      ) ?? []
    if (table !== undefined && own.has(table)) return false
    return !(isPlainIndex(statement) || isOptionalColumn(statement) || isNewFunction(statement))
  })
}

const isPlainIndex = (statement: string) => statement.startsWith('create index ')

/** PostgreSQL refuses one whose name is taken. */
const isNewFunction = (statement: string) => statement.startsWith('create function ')

/** The version before leaves it out where it inserts. */
function isOptionalColumn(statement: string): boolean {
  const [, column] = /^alter table \w+ add column ([^,]+)$/.exec(statement) ?? []
  if (column === undefined || /\b(?:unique|primary key|references)\b/.test(column)) return false
  return !/\bnot null\b/.test(column) || /\bdefault (?!null\b)/.test(column)
}

describe('migrations', () => {
  const all = files.filter((path) => /^server\/store\/\w+\/migrations\/\d+.*\.sql$/.test(path))

  it('only add, so that the version before goes on', () => {
    const found = all.map((path) => [path, breaking(read(path))] as const)
    assert.ok(found.length >= 6)
    assert.deepEqual(
      found.filter(([, statements]) => statements.length > 0),
      [],
    )
  })

  it('are seen to break it where they do', () => {
    for (const sql of [
      'drop table pages',
      'drop index pages_tree',
      'alter table pages drop column icon',
      'alter table pages rename column icon to sign',
      'alter table pages rename to sheets',
      'alter table pages alter column icon set not null',
      'alter table pages add column mood text not null',
      'alter table pages add column mood text not null default null',
      'alter table pages add column mood text unique',
      'alter table pages add constraint icons check (icon is not null)',
      'alter table pages add column mood text, drop column icon',
      'create unique index pages_once on pages (workspace_id, title)',
      'update pages set icon = null',
      'delete from events',
      'insert into pages select * from pages',
      'create trigger pages_changed after update on pages begin select 1; end',
      'create trigger pages_changed before update on pages begin select 1; select 2; end',
      'create or replace function moods() returns trigger as $$ begin return new; end $$',
    ]) {
      assert.notDeepEqual(breaking(`create table moods (id text); ${sql};`), [], sql)
    }
  })
})
