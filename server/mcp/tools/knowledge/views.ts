import type { Static } from 'typebox'
import { resolvePage } from '../../../domain/pages/addressing/resolve-page.ts'
import type { ViewPart } from '../../../domain/views/run-view.ts'
import { Type } from '../../../lib/json/type.ts'
import { type AgentContext, agentTool } from '../agent-tool.ts'
import { delimit, headerLines } from '../delimit.ts'
import { pageName } from '../pages/inputs.ts'
import { maxTextBytes } from '../results.ts'
import { groupLines, viewLines } from './view-text.ts'

const maxRows = 100
const defaultRows = 20

const input = Type.Object({
  query: Type.Optional(
    Type.String({
      maxLength: 8000,
      description:
        'YAML of a quire-view block: under, children, tag, where, text, created, updated, sort, columns, group, totals, limit. Example: "tag: task\\nwhere: {status: Doing}\\nsort: due"',
    }),
  ),
  page: Type.Optional({ ...pageName, description: 'What "under: this" means' }),
  timeZone: Type.Optional(
    Type.String({ maxLength: 100, description: 'Decides which day is today, default UTC' }),
  ),
  group: Type.Optional(
    Type.String({ maxLength: 200, description: 'Only the pages of this group of the response' }),
  ),
  limit: Type.Optional(
    Type.Integer({ minimum: 1, maximum: maxRows, description: `Default ${defaultRows}` }),
  ),
  cursor: Type.Optional(
    Type.String({ maxLength: 8000, description: 'nextCursor of the response before' }),
  ),
})

export const queryView = agentTool({
  name: 'query_view',
  description: 'List pages by tag, property, place, text or date, with their properties.',
  effect: 'reads',
  group: 'knowledge',
  operationId: 'views.query',
  access: 'read',
  input,
  run: async (context, { page, ...wanted }) => {
    const pageId = page === undefined ? undefined : await resolvePage(context, page)
    const query = await withAddress(context, wanted.query ?? '')
    return readPart(context, { ...wanted, query, pageId })
  },
})

const underLine = /^under:[ \t]*(?:"([^"\n]*)"|'([^'\n]*)'|(\S[^\n]*?))[ \t]*$/m

/** The query with the address of the page that `under` names by its title or path, as other parameters do. */
async function withAddress(context: AgentContext, query: string): Promise<string> {
  const [line, ...names] = underLine.exec(query) ?? []
  const name = names.find((one) => one !== undefined)
  const isAddress = name === undefined || name === 'this' || /\/pages\/[\da-f-]{36}/i.test(name)
  if (line === undefined || isAddress) return query
  return query.replace(line, `under: /pages/${await resolvePage(context, name)}`)
}

type Wanted = Omit<Static<typeof input>, 'page'> & { pageId: string | undefined }

async function readPart(context: AgentContext, wanted: Wanted): Promise<string> {
  const { query = '', limit = defaultRows, ...location } = wanted
  const { runView } = await import('../../../domain/views/run-view.ts')
  const read = (rows: number) => runView(context, { query, ...location, limit: rows })
  const first = await read(limit)
  const left = maxTextBytes - sizeOf(groupLines(first))
  const lines = await viewLines(context, first)
  const fitting = countFitting(lines, left)
  if (fitting === first.rows.length) return toText(first, lines)
  const part = await read(Math.max(1, fitting))
  return toText(part, await viewLines(context, part))
}

function toText(part: ViewPart, rows: readonly string[]): string {
  const { columns, summary, nextCursor } = part
  const groups = groupLines(part)
  const totals = summary?.totals ?? {}
  const lines = [
    `columns: ${JSON.stringify(columns.map(({ name, type }) => `${name} (${type})`))}`,
    ...(Object.keys(totals).length > 0 ? headerLines({ totals }) : []),
    ...rows,
    ...groups,
  ]
  const header = headerLines({
    ...(summary !== null && { pages: summary.pages }),
    ...(nextCursor !== null && { nextCursor }),
  })
  return [...header, delimit(lines.join('\n'))].join('\n')
}

function countFitting(lines: readonly string[], limit: number): number {
  let size = 0
  const first = lines.findIndex((line) => (size += Buffer.byteLength(line) + 1) > limit)
  return first === -1 ? lines.length : first
}

function sizeOf(lines: readonly string[]): number {
  return Buffer.byteLength(lines.join('\n'))
}
