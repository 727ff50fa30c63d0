import type { Reader } from '../connection.ts'
import { allViewed, type Viewer, viewedList } from '../rights/viewer.ts'
import type { Value } from '../statement.ts'
import type { Parameters } from './conditions.ts'

export type Shape = Record<string, string | number | null>

/** Runs a statement whose text is made for the view. */
export function runOnce<Row>(
  reader: Reader,
  viewer: Viewer,
  name: string,
  sql: string,
  { values }: Parameters,
): Promise<Row[]> {
  type Values = Record<string, Value> & { workspaceId: string }
  const viewed = viewedList<Row, Values>(name, sql, { isOneOff: true })
  return allViewed(reader, viewer, viewed, values)
}

/** The first value of a key. */
export function joinProperty(alias: string, key: string, parameters: Parameters): string {
  return `left join page_properties ${alias} on ${alias}.workspace_id = p.workspace_id
    and ${alias}.page_id = p.id and ${alias}.key = ${parameters.add(key)} and ${alias}.item = 0`
}
