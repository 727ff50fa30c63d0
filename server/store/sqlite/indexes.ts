import type { DatabaseSync } from 'node:sqlite'

/**
 * Indexes that migrations create for both dialects, and that no statement needs on SQLite: each would cost every new
 * page or change a page of the log. The plans of all statements say so; `pages_children` covers `pages_tree`.
 * Earlier versions run without them, so this is no migration.
 */
const unneeded = ['pages_tree', 'pages_type', 'page_steps_author', 'inbox_entries_unsent']

const children = `drop index if exists pages_children;
  create index pages_children on pages (workspace_id, parent_id, position, id, deleted_at);`

/** Drops the indexes above once; lists of children skip pages in the trash instead. */
export function dropUnneededIndexes(database: DatabaseSync): void {
  if (!hasUnneeded(database)) return
  database.exec('begin immediate')
  try {
    if (hasIndex(database, 'pages_tree')) database.exec(children)
    for (const name of unneeded) database.exec(`drop index if exists ${name}`)
    database.exec('commit')
  } catch (error) {
    if (database.isTransaction) database.exec('rollback')
    throw error
  }
}

function hasUnneeded(database: DatabaseSync): boolean {
  return unneeded.some((name) => hasIndex(database, name))
}

function hasIndex(database: DatabaseSync, name: string): boolean {
  const find = database.prepare("select 1 from sqlite_schema where type = 'index' and name = ?")
  return find.get(name) !== undefined
}
