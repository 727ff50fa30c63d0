import type { Group, Summary, ViewColumn, ViewPart, ViewRow } from './view-queries.ts'

/** Answers of the server for tests of views. */

export function columnOf(
  name: string,
  key: string | null = name,
  type: ViewColumn['type'] = 'text',
): ViewColumn {
  return { name, key, type, options: [] }
}

export function rowOf(title: string, values: ViewRow['values'] = { title }): ViewRow {
  const page = { id: title, title, icon: null, url: `/pages/${title}`, version: 1 }
  return { ...page, ancestors: [], isWritable: true, values }
}

export function groupOf(value: string | null, pages: number, totals: Group['totals'] = {}): Group {
  return { id: value?.toLowerCase() ?? null, value, label: value ?? '', pages, totals }
}

export function summaryOf(pages: number, extra: Partial<Summary> = {}): Summary {
  return { pages, totals: {}, groups: null, hasMoreGroups: false, ...extra }
}

export function answerOf(extra: Partial<ViewPart>): ViewPart {
  const none = { rows: [], nextCursor: null, summary: null, people: [], pages: [] }
  return { columns: [], ...none, ...extra }
}
