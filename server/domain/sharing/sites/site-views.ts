import type { ContentNode } from '../../../../content/node.ts'
import type { ViewQuery } from '../../../../content/views/query.ts'
import { uuid } from '../../../../content/vocabulary.ts'
import { AppError } from '../../../lib/errors.ts'
import type { Context } from '../../context.ts'
import type { ShownRow, ShownValue, ShownView } from '../../document/public/view-document.ts'
import { viewDocument } from '../../document/public/view-document.ts'
import type { ViewColumn } from '../../views/columns.ts'
import { runView, type ViewPart } from '../../views/run-view.ts'
import { pageAddress, type ShownPages } from './open-site.ts'

/** Pages that a view on a site has at most; more are counted. */
const maxRows = 200
const partSize = 100
/** Groups whose pages are shown. */
const maxGroups = 20

type Run = (given: { group?: string | null; only?: 'rows'; limit: number }) => Promise<Found>
type Found = Pick<ViewPart, 'columns' | 'rows' | 'summary' | 'pages'>

/** A view as a page of a site shows it: pages of the site only. Empty for a view that cannot be run. */
export async function siteView(
  context: Context,
  site: ShownPages,
  { pageId, source }: { pageId: string; source: string },
): Promise<ContentNode[]> {
  const read = await context.content.view(source)
  if (!read.ok) return []
  const within = { pageId: site.row.pageId, has: (id: string) => site.pages.byId.has(id) }
  const run: Run = async ({ limit, ...given }) => {
    const input = { query: source, pageId, within, limit: Math.min(limit, partSize), ...given }
    return readParts(
      (cursor) => runView({ ...context, viewer: site.viewer }, { ...input, cursor }),
      limit,
    )
  }
  try {
    return viewDocument(await showView(site, read.query, run))
  } catch (error) {
    if (error instanceof AppError) return []
    throw error
  }
}

async function readParts(
  run: (cursor: string | undefined) => Promise<ViewPart>,
  limit: number,
): Promise<Found> {
  const { nextCursor, ...first } = await run(undefined)
  const found = { ...first, rows: [...first.rows], pages: [...first.pages] }
  let cursor = nextCursor
  while (cursor !== null && found.rows.length < limit) {
    const part = await run(cursor)
    found.rows.push(...part.rows)
    found.pages.push(...part.pages)
    cursor = part.nextCursor
  }
  return { ...found, rows: found.rows.slice(0, limit) }
}

async function showView(site: ShownPages, query: ViewQuery, run: Run): Promise<ShownView> {
  const isGrouped = query.group !== null
  const all = await run({ limit: isGrouped ? 1 : maxRows })
  // Who wrote a page is not public.
  const columns = all.columns.filter(({ type }) => type !== 'person')
  const rowsOf = ({ rows, pages }: Found) =>
    rows.map((row) => shownRow(site, row, { columns, pages }))
  const { summary } = all
  const groups: NonNullable<ShownView['groups']> = []
  const byPerson =
    isGrouped && all.columns.some((column) => isGroupOf(query, column) && column.type === 'person')
  for (const { id, label, value, pages, totals } of byPerson ? [] : (summary?.groups ?? [])) {
    if (pages === 0 || groups.length === maxGroups) continue
    const found = await run({ group: id, only: 'rows', limit: Math.ceil(maxRows / maxGroups) })
    const name = typeof value === 'boolean' ? valueText(site, value) : label
    groups.push({
      label: id === null ? site.texts.noValue : name,
      pages,
      totals: totalsText(site, totals),
      rows: rowsOf(found),
    })
  }
  const isPlain = !isGrouped || byPerson
  const shown = isPlain && byPerson ? await run({ limit: maxRows }) : all
  const rows = isPlain ? rowsOf(shown) : []
  const drawn = isPlain ? rows.length : groups.reduce((sum, group) => sum + group.rows.length, 0)
  const hidden = Math.min(summary?.pages ?? 0, query.limit ?? Infinity) - drawn
  const notes = [
    totalsText(site, summary?.totals ?? {}),
    hidden > 0 ? site.texts.morePages({ count: hidden }) : '',
    (summary?.pages ?? 0) === 0 ? site.texts.noPages : '',
  ]
  return {
    show: query.show,
    columns: columns.map((column) => ({ name: column.name, label: columnLabel(site, column) })),
    rows,
    groups: isPlain ? null : groups,
    notes: notes.filter((note) => note !== ''),
  }
}

function isGroupOf({ group }: ViewQuery, { key, name }: ViewColumn): boolean {
  if (group === null) return false
  return 'key' in group ? group.key === key : key === null && group.field === name
}

type Row = ViewPart['rows'][number]
type Named = { columns: readonly ViewColumn[]; pages: ViewPart['pages'] }

function shownRow(site: ShownPages, row: Row, { columns, pages }: Named): ShownRow {
  const cells = columns.map((column): [string, ShownValue[]] => {
    const value = row.values[column.name] ?? null
    if (column.key === null && column.name === 'title') return [column.name, [pageValue(site, row)]]
    const all = value === null ? [] : Array.isArray(value) ? value : [value]
    if (column.type === 'page') {
      const named = pages.filter(({ id }) => all.includes(id) && site.pages.byId.has(id))
      return [column.name, named.map((page) => pageValue(site, page))]
    }
    // A person in a column of texts is an ID.
    const values = all.filter((one) => !uuid.test(String(one)))
    const isDay = column.key === null && column.type === 'date'
    return [
      column.name,
      values.map((one) => {
        const text = valueText(site, one)
        return { text: isDay ? text.slice(0, 10) : text }
      }),
    ]
  })
  return { cells: Object.fromEntries(cells) }
}

type Titled = { id: string; title: string; icon: string | null }

function pageValue(
  { pages, basePath, texts }: ShownPages,
  { id, title, icon }: Titled,
): ShownValue {
  const page = pages.byId.get(id)
  const name = title.trim() === '' ? texts.untitled : title
  const text = icon === null ? name : `${icon} ${name}`
  return { text, href: page && pageAddress(basePath, page) }
}

function valueText({ texts }: ShownPages, value: string | number | boolean): string {
  if (typeof value === 'boolean') return value ? texts.yes : texts.no
  return typeof value === 'number' ? value.toLocaleString(texts.language) : value
}

function columnLabel({ texts }: ShownPages, { key, name }: ViewColumn): string {
  if (key !== null) return key
  const names: Record<string, string> = {
    title: texts.title,
    created: texts.created,
    updated: texts.updated,
    tags: texts.tags,
  }
  return names[name] ?? name
}

function totalsText(site: ShownPages, totals: object): string {
  const { count, filled, sum, average, min, max } = site.texts
  const names: Record<string, string> = { count, filled, sum, average, min, max }
  const shown = Object.entries(totals).flatMap(([column, values]: [string, object]) =>
    Object.entries(values).map(([kind, value]: [string, string | number | null]) => {
      const text = value === null ? '–' : valueText(site, value)
      return `${column}: ${names[kind] ?? kind} ${text}`
    }),
  )
  return shown.join(' · ')
}
