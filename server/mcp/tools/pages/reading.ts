import type { Static } from 'typebox'
import { takeExcerpt } from '../../../domain/document/excerpt.ts'
import type { PagePart, PartChoice } from '../../../domain/document/parts.ts'
import { describePages } from '../../../domain/pages/addressing/describe-pages.ts'
import { readPagePart } from '../../../domain/pages/addressing/page-part.ts'
import { resolvePage } from '../../../domain/pages/addressing/resolve-page.ts'
import { invalidInput } from '../../../lib/errors.ts'
import { Type } from '../../../lib/json/type.ts'
import { type AgentContext, agentTool } from '../agent-tool.ts'
import { callById } from '../call-by-id.ts'
import { delimit, delimitLines, headerLines } from '../delimit.ts'
import type { JsonObject } from '../json-object.ts'
import { withPageLines } from '../page-lines.ts'
import { toText } from '../page-text.ts'
import { maxTextBytes } from '../results.ts'
import { pageName } from './inputs.ts'

const maxPageBytes = 20_000
const defaultAround = 1

const input = Type.Object({
  page: pageName,
  outline: Type.Optional(Type.Boolean({ description: 'Only its headings' })),
  heading: Type.Optional(Type.String({ maxLength: 1000, description: 'Only this section' })),
  find: Type.Optional(
    Type.String({ maxLength: 1000, description: 'Only the block with this text' }),
  ),
  block: Type.Optional(
    Type.Integer({ minimum: 1, description: 'Only this one, e.g. blockNumber of a hit' }),
  ),
  around: Type.Optional(
    Type.Integer({ minimum: 0, maximum: 100, description: 'Blocks before and after, default 1' }),
  ),
  offset: Type.Optional(Type.Integer({ minimum: 0, description: 'Start of the next part' })),
  backlinks: Type.Optional(Type.Boolean({ description: 'Also links to it' })),
})

export const getPage = agentTool({
  name: 'get_page',
  description:
    'Read a page: metadata, version and Markdown. Long pages come in parts; read one section or around a hit instead.',
  effect: 'reads',
  operationId: 'pages.get',
  access: 'read',
  aliases: { pageId: 'page' },
  input,
  run: async (context, { page, ...wanted }) => {
    const pageId = await resolvePage(context, page)
    const choice = toChoice(wanted)
    return choice === undefined
      ? readWhole(context, pageId, wanted)
      : readPart(context, pageId, choice)
  },
})

type Wanted = Omit<Static<typeof input>, 'page'>

/** Undefined for the complete page. Throws VALIDATION_FAILED. */
function toChoice({ outline = false, heading, find, block, around, ...rest }: Wanted) {
  const given = { outline: outline || undefined, heading, find, block }
  const [name, ...others] = Object.entries(given).flatMap(([key, value]) =>
    value === undefined ? [] : [key],
  )
  if (name === undefined) {
    if (around !== undefined) refuse('around', 'is only for block and find')
    return undefined
  }
  if (others.length > 0) refuse(others[0] ?? name, `cannot be combined with ${name}`)
  if (rest.offset !== undefined) refuse('offset', `cannot be combined with ${name}`)
  if (rest.backlinks === true) refuse('backlinks', `cannot be combined with ${name}`)
  if (around !== undefined && block === undefined && find === undefined)
    refuse('around', 'is only for block and find')
  const blocks = around ?? defaultAround
  if (heading !== undefined) return { kind: 'section', heading } as const
  if (block !== undefined) return { kind: 'block', block, around: blocks } as const
  if (find !== undefined) return { kind: 'find', text: find, around: blocks } as const
  return { kind: 'outline' } as const
}

async function readWhole(
  context: AgentContext,
  page: string,
  { offset, backlinks }: Wanted,
): Promise<string> {
  const { workspaceId } = context
  const found = await callById({ context }, 'pages.get', {
    workspaceId,
    page,
    maxBytes: maxPageBytes,
    ...(offset !== undefined && { offset }),
    ...(backlinks !== undefined && { backlinks }),
  })
  const line = (await describePages(context, [page])).get(page)
  const { markdown, length, nextOffset, backlinks: linking, ...about } = found
  return toText({
    ...about,
    ...(line && line.path !== '' && { path: line.path }),
    ...(line && { updatedBy: line.updatedBy }),
    ...(isList(linking) && {
      backlinks: { ...linking, items: await withPageLines(context, linking.items) },
    }),
    markdown,
    length,
    nextOffset,
  })
}

function isList(value: unknown): value is { items: JsonObject[] } {
  return typeof value === 'object' && value !== null && 'items' in value
}

async function readPart(
  context: AgentContext,
  pageId: string,
  choice: PartChoice,
): Promise<string> {
  const { part, version, title } = await readPagePart(context, pageId, choice)
  const read = part.kind === 'outline' ? outline(part, title) : text(part, title)
  return [...headerLines({ version }), ...read].join('\n')
}

function outline(
  { headings, blocks, words }: Extract<PagePart, { kind: 'outline' }>,
  title: string,
): string[] {
  const lines = headings.map(
    ({ level, title, block, words: own }) =>
      `${'#'.repeat(level)} ${title} (block ${block}, ${own} words)`,
  )
  const { text: shown, nextOffset } = takeExcerpt(lines.join('\n'), 0, maxTextBytes)
  const more = nextOffset === null ? [] : ['Truncated. Read one section with heading.']
  return [...headerLines({ blocks, words }), delimitLines({ title }), delimit(shown), ...more]
}

function text(
  { markdown, from, to, blocks, under }: Extract<PagePart, { kind: 'part' }>,
  title: string,
): string[] {
  const { text: shown, nextOffset } = takeExcerpt(markdown, 0, maxTextBytes)
  const more = nextOffset === null ? [] : ['Truncated. Read fewer blocks.']
  return [
    ...headerLines({ blocks: `${from}-${to} of ${blocks}` }),
    delimitLines({ title, ...(under.length > 0 && { under: under.join(' / ') }) }),
    delimit(shown),
    ...more,
  ]
}

function refuse(name: string, message: string): never {
  throw invalidInput([{ path: `/${name}`, rule: 'not', message }])
}
