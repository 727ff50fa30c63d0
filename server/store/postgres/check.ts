import type { Reader } from '../connection.ts'
import { type Statement, statement } from '../statement.ts'

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

type Reference = { id: string; child: string; parent: string; columns: string; keys: string }

const referencesStatement = statement<Reference>(
  'check.references',
  `select oid::text as "id", conrelid::regclass::text as "child",
     confrelid::regclass::text as "parent",
     (select string_agg(quote_ident(attname), ',' order by place) from unnest(conkey) with ordinality k (number, place)
        join pg_attribute on attrelid = conrelid and attnum = number) as "columns",
     (select string_agg(quote_ident(attname), ',' order by place) from unnest(confkey) with ordinality k (number, place)
        join pg_attribute on attrelid = confrelid and attnum = number) as "keys"
   from pg_constraint where contype = 'f' and connamespace = current_schema()::regnamespace
   order by conname`,
)

const maxOrphans = 20

/** Damage that PostgreSQL finds, and references to missing rows; empty when intact. */
export async function checkDatabase(reader: Reader): Promise<string[]> {
  const unsound = await reader.all(unsoundStatement)
  const faults = unsound.map(({ kind, name }) => `the ${kind} ${name} of the database is not valid`)
  for (const reference of await reader.all(referencesStatement)) {
    const orphans = await reader.all(orphansStatement(reference))
    const { child, parent } = reference
    faults.push(...orphans.map(() => `a row of ${child} refers to a missing row of ${parent}`))
  }
  return faults
}

/** PostgreSQL enforces references, unless the disk is faulty or a superuser turned them off. */
function orphansStatement({
  id,
  child,
  parent,
  columns,
  keys,
}: Reference): Statement<{ row: number }> {
  const keyColumns = keys.split(',')
  const pairs = columns.split(',').map((column, index) => `p.${keyColumns[index]} = c.${column}`)
  const isGiven = columns.split(',').map((column) => `c.${column} is not null`)
  return statement(
    `check.orphans.${id}`,
    `select 1 as "row" from ${child} c where ${isGiven.join(' and ')}
       and not exists (select 1 from ${parent} p where ${pairs.join(' and ')}) limit ${maxOrphans}`,
  )
}
