import type { PropertyType } from '../../lib/property-types.ts'
import type { Reader } from '../connection.ts'
import { forList, listSizes } from '../id-lists.ts'
import type { PropertyRow } from '../pages/properties.ts'
import { allViewed, type Viewer, viewedStatement } from '../rights/viewer.ts'

export type * from './conditions.ts'
export { isLarge } from './trees.ts'
export { withFrequency } from './frequency.ts'
export { rows } from './rows.ts'
export type * from './rows.ts'
export { groups, rangeEnd, totals } from './summaries.ts'
export type * from './summaries.ts'

/** Keys whose values one statement reads. */
export const maxKeys = 32

export type PageValue = Pick<PropertyRow, 'key' | 'type' | 'item' | 'text' | 'value' | 'number'> & {
  pageId: string
}
export type PageTag = { pageId: string; name: string }

type ListValues = { workspaceId: string; ids: readonly string[] }

const valuesStatements = listSizes.map((size) => ({
  size,
  statement: viewedStatement<PageValue, ListValues & { keys: readonly string[] }>(
    'views.values',
    `select r.page_id as "pageId", r.key, r.type, r.item, r.text, r.value, r.number
     from page_properties r join pages p on p.workspace_id = r.workspace_id and p.id = r.page_id
     where r.workspace_id = $workspaceId and r.page_id in ($ids[${size}]) and r.key in ($keys[${maxKeys}])
       and p.deleted_at is null and {visible p} order by r.page_id, r.position, r.item`,
  ),
}))
const tagsStatements = listSizes.map((size) => ({
  size,
  statement: viewedStatement<PageTag, ListValues>(
    'views.tags',
    `select t.page_id as "pageId", min(t.name) as "name" from page_tags t
     join pages p on p.workspace_id = t.workspace_id and p.id = t.page_id
     where t.workspace_id = $workspaceId and t.page_id in ($ids[${size}])
       and p.deleted_at is null and {visible p} group by t.page_id, t.tag order by t.page_id, t.tag`,
  ),
}))
const typesStatement = viewedStatement<
  { type: PropertyType },
  { workspaceId: string; key: string; sample: number }
>(
  'views.types',
  `select s.type from (select r.type from page_properties r
     join pages p on p.workspace_id = r.workspace_id and p.id = r.page_id
     where r.workspace_id = $workspaceId and r.key = $key and p.deleted_at is null and {visible p}
     order by r.text, r.page_id, r.position, r.item limit $sample) s
   group by s.type order by count(*) desc, s.type limit 1`,
)

/** The values of up to 32 keys of up to 128 pages. */
export async function values(
  reader: Reader,
  viewer: Viewer,
  pageIds: readonly string[],
  keys: readonly string[],
): Promise<PageValue[]> {
  const [first] = keys
  if (pageIds.length === 0 || first === undefined) return []
  const { statement: reading, list } = forList(valuesStatements, pageIds)
  const padded = keys.concat(Array<string>(maxKeys - keys.length).fill(first))
  return allViewed(reader, viewer, reading, { ids: list, keys: padded })
}

/** The tags of up to 128 pages. */
export async function tags(
  reader: Reader,
  viewer: Viewer,
  pageIds: readonly string[],
): Promise<PageTag[]> {
  if (pageIds.length === 0) return []
  const { statement: reading, list } = forList(tagsStatements, pageIds)
  return allViewed(reader, viewer, reading, { ids: list })
}

/** Values that are looked at for the type of a key. */
const sample = 32

/** The usual type of the values of a key on pages that the viewer can read, among the first in order. */
export async function typeOfKey(
  reader: Reader,
  viewer: Viewer,
  key: string,
): Promise<PropertyType | undefined> {
  const [row] = await allViewed(reader, viewer, typesStatement, { key, sample })
  return row?.type
}
