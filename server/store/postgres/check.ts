import type { Reader } from '../connection.ts'
import { statement } from '../statement.ts'

const unsoundStatement = statement<{ kind: string; name: string }>(
  'check.unsound',
  `select 'index' as "kind", c.relname::text as "name" from pg_index i
     join pg_class c on c.oid = i.indexrelid
     where c.relnamespace = current_schema()::regnamespace and not (i.indisvalid and i.indisready)
   union all
   select 'constraint', conname::text from pg_constraint
     where connamespace = current_schema()::regnamespace and not convalidated
   order by 1, 2`,
)

/** What PostgreSQL itself holds to be unsound, in words; empty when sound. */
export async function checkDatabase(reader: Reader): Promise<string[]> {
  const unsound = await reader.all(unsoundStatement)
  return unsound.map(({ kind, name }) => `the ${kind} ${name} of the database is not valid`)
}
