import type { WorkspaceContext } from '../../../domain/context.ts'
import type { ViewPart } from '../../../domain/views/run-view.ts'
import type { JsonObject } from '../json-object.ts'
import { withPageLines } from '../page-lines.ts'

/** Longer values are cut; get_properties has them complete. */
const maxValueLength = 300

/** The rows of a view, one line of JSON each. People and pages have their name before the ID. */
export async function viewLines(
  context: WorkspaceContext,
  { rows, columns, people, pages }: ViewPart,
): Promise<string[]> {
  const names = new Map([
    ...people.map(({ id, name }) => [id, name] as const),
    ...pages.map(({ id, title }) => [id, title] as const),
  ])
  const shown = rows.map(({ id, title, version, values }) => {
    const cells: JsonObject = {}
    for (const { name, key, type } of columns) {
      if (key === null && name === 'title') continue
      const isReference = type === 'person' || type === 'page'
      cells[name] = cell(values[name] ?? null, (text) => {
        const known = isReference ? names.get(text) : undefined
        return known === undefined ? text : `${known} (${text})`
      })
    }
    return { id, title, version, values: cells }
  })
  return (await withPageLines(context, shown)).map((row) => JSON.stringify(row))
}

/** The groups of a view, one line of JSON each. */
export function groupLines({ summary }: ViewPart): string[] {
  return (summary?.groups ?? []).map(({ id, label, pages, totals }) =>
    JSON.stringify({
      group: id,
      label: short(label),
      pages,
      ...(Object.keys(totals).length > 0 && { totals }),
    }),
  )
}

function cell(value: unknown, named: (text: string) => string): unknown {
  if (Array.isArray(value)) return value.map((item: unknown) => cell(item, named))
  return typeof value === 'string' ? short(named(value)) : value
}

function short(text: string): string {
  return text.length <= maxValueLength ? text : `${text.slice(0, maxValueLength)}…`.toWellFormed()
}
