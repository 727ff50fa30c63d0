import type { Reader } from '../connection.ts'
import type { Viewer } from '../rights/viewer.ts'
import { matchesSql, type PageCondition, Parameters } from './conditions.ts'
import { runOnce } from './statements.ts'

/** Rows of a condition that are listed; with more, each page is looked up until there are enough. */
const maxListed = 200

/** Notes which conditions are true of many pages. Decides how the rows are read, not which. */
export async function withFrequency(
  reader: Reader,
  viewer: Viewer,
  condition: PageCondition,
  listedMatches = maxListed,
): Promise<PageCondition> {
  if (condition.kind === 'all' || condition.kind === 'any') {
    const parts = condition.conditions.map((one) =>
      withFrequency(reader, viewer, one, listedMatches),
    )
    return { kind: condition.kind, conditions: await Promise.all(parts) }
  }
  if (condition.kind === 'not') {
    return {
      kind: 'not',
      condition: await withFrequency(reader, viewer, condition.condition, listedMatches),
    }
  }
  const { kind } = condition
  if (kind !== 'property' && kind !== 'tag' && kind !== 'group') return condition
  const parameters = new Parameters()
  const sql = matchesSql(condition, parameters, listedMatches)
  if (sql === null) return condition
  const [row] = await runOnce<{ matches: number }>(reader, viewer, 'views.matches', sql, parameters)
  return { ...condition, isFrequent: row?.matches === listedMatches }
}
