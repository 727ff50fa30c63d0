import type { PropertyType } from '../../lib/property-types.ts'
import type { Reader, Transaction } from '../connection.ts'
import { allViewed, type Viewer, viewedStatement } from '../rights/viewer.ts'
import { statement } from '../statement.ts'

type PageAddress = { workspaceId: string; pageId: string }

/** A value of a property, or an item of its list. */
export type PropertyRow = {
  /** Of the property among those of the page. */
  position: number
  /** Of the value in its list; 0 for a single value. */
  item: number
  key: string
  type: PropertyType
  /** The folded start of the value, or the ID of a person or page, or an ISO date. */
  text: string
  /** The complete value, where it differs from `text`. */
  value: string | null
  /** A number, the days since 1970 of a date, or 0 or 1 of a checkbox. */
  number: number | null
}

/** A key, and on how many pages it has values of a type. */
export type KeyRow = { key: string; type: PropertyType; pages: number }

/** A value of a key, and how many pages have it. */
export type ValueRow = { type: PropertyType; value: string; pages: number }

const insertStatement = statement<never, PageAddress & PropertyRow>(
  'properties.insert',
  `insert into page_properties (workspace_id, page_id, position, item, key, type, text, value, number)
   values ($workspaceId, $pageId, $position, $item, $key, $type, $text, $value, $number)`,
)
const removeStatement = statement<never, PageAddress>(
  'properties.remove',
  'delete from page_properties where workspace_id = $workspaceId and page_id = $pageId',
)
const peopleStatement = statement<{ userId: string }, PageAddress>(
  'properties.people',
  `select distinct text as "userId" from page_properties
   where workspace_id = $workspaceId and page_id = $pageId and type = 'person'`,
)
const keysStatement = viewedStatement<KeyRow, { workspaceId: string; limit: number }>(
  'properties.keys',
  `select r.key, r.type, count(*) as "pages" from page_properties r
   join pages p on p.workspace_id = r.workspace_id and p.id = r.page_id
   where r.workspace_id = $workspaceId and r.item = 0 and p.deleted_at is null and {visible p}
   group by r.key, r.type order by count(*) desc, r.key, r.type limit $limit`,
)
const valuesStatement = viewedStatement<
  ValueRow,
  { workspaceId: string; key: string; start: string; limit: number }
>(
  'properties.values',
  `select r.type, min(coalesce(r.value, r.text)) as "value", count(distinct r.page_id) as "pages"
   from page_properties r join pages p on p.workspace_id = r.workspace_id and p.id = r.page_id
   where r.workspace_id = $workspaceId and r.key = $key and substr(r.text, 1, length($start)) = $start
     and p.deleted_at is null and {visible p}
   group by r.type, r.text order by count(distinct r.page_id) desc, r.text, r.type limit $limit`,
)

/** The IDs of the people that the properties of a page name. */
export async function people(
  reader: Reader,
  { workspaceId, pageId }: PageAddress,
): Promise<string[]> {
  const rows = await reader.all(peopleStatement, { workspaceId, pageId })
  return rows.map(({ userId }) => userId)
}

/** Replaces the values of a page. */
export async function put(
  transaction: Transaction,
  { workspaceId, pageId }: PageAddress,
  values: readonly PropertyRow[],
): Promise<void> {
  await transaction.run(removeStatement, { workspaceId, pageId })
  for (const value of values)
    await transaction.run(insertStatement, { ...value, workspaceId, pageId })
}

export async function removePage(transaction: Transaction, page: PageAddress): Promise<void> {
  const { workspaceId, pageId } = page
  await transaction.run(removeStatement, { workspaceId, pageId })
}

/** The keys of the pages that the viewer can read, most used first. */
export function keys(reader: Reader, viewer: Viewer, limit: number): Promise<KeyRow[]> {
  return allViewed(reader, viewer, keysStatement, { limit })
}

/** The values of a key on pages that the viewer can read, most used first. `start`: the folded start of the value. */
export function values(
  reader: Reader,
  viewer: Viewer,
  query: { key: string; start: string; limit: number },
): Promise<ValueRow[]> {
  return allViewed(reader, viewer, valuesStatement, query)
}
