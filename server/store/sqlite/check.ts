import type { Connection } from './connection.ts'

/** Damage that SQLite finds in the file, in its words; empty when intact. */
export function checkDatabase({ database }: Connection, missingCommits = 0): string[] {
  const pages = database.prepare('pragma quick_check(20)').all()
  const faults = pages
    .flatMap((row) => String(row['quick_check']).split('\n'))
    .filter((line) => line !== 'ok' && !line.startsWith('*** in database'))
  const orphans = database.prepare('pragma foreign_key_check').all()
  return [
    ...(missingCommits === 0
      ? []
      : [`the last ${missingCommits} commits are missing: --accept-loss goes on without them`]),
    ...faults,
    ...orphans.map(
      (row) =>
        `a row of ${String(row['table'])} refers to a missing row of ${String(row['parent'])}`,
    ),
  ]
}
