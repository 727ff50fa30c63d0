import type { Reader, Transaction } from '../connection.ts'
import { forList, listSizes, maxListed } from '../id-lists.ts'
import { statement } from '../statement.ts'

/** `subject`: the ID of a section, the ID of the workspace for pages outside of sections, or a folded tag. */
export type SchemaAddress = { workspaceId: string; kind: 'section' | 'tag'; subject: string }

/** `definitions`: a JSON list. */
export type SchemaRow = SchemaAddress & { definitions: string }

type Stamp = { updatedAt: number; updatedBy: string }

const getStatement = statement<SchemaRow, SchemaAddress>(
  'propertySchemas.get',
  `select workspace_id as "workspaceId", kind, subject, definitions from property_schemas
   where workspace_id = $workspaceId and kind = $kind and subject = $subject`,
)
const ofTagsStatements = listSizes.map((size) => ({
  size,
  statement: statement<SchemaRow, { workspaceId: string; ids: readonly string[] }>(
    'propertySchemas.ofTags',
    `select workspace_id as "workspaceId", kind, subject, definitions from property_schemas
     where workspace_id = $workspaceId and kind = 'tag' and subject in ($ids[${size}]) order by subject`,
  ),
}))
const putStatement = statement<never, SchemaRow & Stamp>(
  'propertySchemas.put',
  `insert into property_schemas (workspace_id, kind, subject, definitions, updated_at, updated_by)
   values ($workspaceId, $kind, $subject, $definitions, $updatedAt, $updatedBy)
   on conflict (workspace_id, kind, subject) do update set definitions = excluded.definitions,
     updated_at = excluded.updated_at, updated_by = excluded.updated_by`,
)
const removeStatement = statement<never, SchemaAddress>(
  'propertySchemas.remove',
  `delete from property_schemas
   where workspace_id = $workspaceId and kind = $kind and subject = $subject`,
)

export function get(
  reader: Reader,
  { workspaceId, kind, subject }: SchemaAddress,
): Promise<SchemaRow | undefined> {
  return reader.get(getStatement, { workspaceId, kind, subject })
}

/** The schemas of folded tags, in the order of the tags. */
export async function ofTags(
  reader: Reader,
  workspaceId: string,
  tags: readonly string[],
): Promise<SchemaRow[]> {
  if (tags.length === 0) return []
  const { statement: reading, list } = forList(ofTagsStatements, tags.slice(0, maxListed))
  return reader.all(reading, { workspaceId, ids: list })
}

export async function put(transaction: Transaction, row: SchemaRow & Stamp): Promise<void> {
  await transaction.run(putStatement, row)
}

export async function remove(
  transaction: Transaction,
  { workspaceId, kind, subject }: SchemaAddress,
): Promise<void> {
  await transaction.run(removeStatement, { workspaceId, kind, subject })
}
