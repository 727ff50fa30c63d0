import type { Connection } from './connection.ts'

/** What SQLite itself finds wrong with the file, in its words; empty when sound. */
export function checkDatabase({ database }: Connection): string[] {
  const pages = database.prepare('pragma quick_check(20)').all()
  const faults = pages
    .flatMap((row) => String(row['quick_check']).split('\n'))
    .filter((line) => line !== 'ok' && !line.startsWith('*** in database'))
  const orphans = database.prepare('pragma foreign_key_check').all()
  return [
    ...faults,
    ...orphans.map(
      (row) =>
        `a row of ${String(row['table'])} refers to a missing row of ${String(row['parent'])}`,
    ),
  ]
}

/** Whether the full-text index is sound in itself. FTS5 spells the check as an insert that changes nothing. */
export function checkSearch({ database }: Connection): string[] {
  try {
    database.exec("insert into search_index (search_index) values ('integrity-check')")
    const loose = database
      .prepare(
        `select count(*) as "loose" from (select rowid as id from search_index) as i
         full join search_pages as p on p.id = i.id where p.id is null or i.id is null`,
      )
      .get()
    if (loose?.['loose'] === 0) return []
    return [`the search index and its list of pages differ in ${String(loose?.['loose'])} entries`]
  } catch (error) {
    return [
      `the search index is damaged (${error instanceof Error ? error.message : 'unknown fault'})`,
    ]
  }
}
