import {
  type ReadResourceResult,
  type Resource,
  ResourceNotFoundError,
  type ResourceTemplateType,
} from '@modelcontextprotocol/server'
import { takeExcerpt } from '../domain/document/excerpt.ts'
import { AppError } from '../lib/errors.ts'
import { readSkillResource } from './skills-extension.ts'
import {
  countSkillUse,
  describeNextPages,
  describeSkill,
  findSkillPage,
  listSkillPages,
  readSkillPage,
} from './skills.ts'
import { callById } from './tools/call-by-id.ts'
import { delimit } from './tools/delimit.ts'
import type { JsonObject } from './tools/json-object.ts'
import { maxTextBytes } from './tools/results.ts'
import { type McpRequest, workspaceFor } from './transport/request.ts'

const mimeType = 'text/markdown'
const uriPattern = /^quire:\/\/([0-9a-f-]{36})\/pages\/([0-9a-f-]{36})(?:\?offset=(\d{1,9}))?$/i

/** Every page can be read by its URI; lists contain only skills and agents. */
export const resourceTemplates: ResourceTemplateType[] = [
  {
    uriTemplate: 'quire://{workspaceId}/pages/{pageId}',
    name: 'page',
    description: 'A page as Markdown; of a skill or agent, what is published.',
    mimeType,
  },
  {
    uriTemplate: 'skill://{+path}',
    name: 'skill file',
    description: 'A file of a published skill.',
  },
]

/** The skills and agents of the active workspace, oldest first. */
export async function listResources(
  request: McpRequest,
  cursor: string | undefined,
): Promise<{ resources: Resource[]; nextCursor?: string }> {
  const skills = await listSkillPages(request, 'SKILL')
  const agents = await listSkillPages(request, 'AGENT')
  const pages = [...skills, ...agents].toSorted((a, b) => (a.id < b.id ? -1 : 1))
  const { described, ...more } = await describeNextPages(pages, cursor, async (page) => ({
    uri: `quire://${page.workspaceId}/pages/${page.id}`,
    name: page.title === '' ? page.id : page.title,
    description: describeSkill(page, await readSkillPage(request, page)),
    mimeType,
  }))
  return { resources: described, ...more }
}

export async function readResource(request: McpRequest, uri: string): Promise<ReadResourceResult> {
  if (uri.startsWith('skill://')) return readSkillResource(request, uri)
  const [, workspaceId, page = '', offset = '0'] = uriPattern.exec(uri) ?? []
  if (workspaceId === undefined) throw new ResourceNotFoundError(uri)
  const address = { workspaceId: await sameWorkspace(request, workspaceId, uri), page }
  const range = { offset: Number(offset), maxBytes: maxTextBytes }
  try {
    const { markdown, nextOffset } =
      (await readSkill(request, address, range)) ?? (await readPage(request, address, range))
    const rest = `quire://${workspaceId}/pages/${page}?offset=${String(nextOffset)}`
    const more = nextOffset === null ? '' : `\n[Truncated. Continue at ${rest}]`
    return { contents: [{ uri, mimeType, text: String(markdown) + more }] }
  } catch (error) {
    throw notFound(error, uri)
  }
}

/** Skills and agents are instructions that people published; the texts of other pages are data. */
async function readPage(
  request: McpRequest,
  address: { workspaceId: unknown; page: string },
  range: { offset: number; maxBytes: number },
): Promise<JsonObject> {
  const { markdown, nextOffset } = await callById(request, 'pages.get', { ...address, ...range })
  return { markdown: delimit(String(markdown)), nextOffset }
}

/** Of a skill or agent, agents get what is published; undefined for another page. */
async function readSkill(
  request: McpRequest,
  { workspaceId, page }: { workspaceId: unknown; page: string },
  { offset, maxBytes }: { offset: number; maxBytes: number },
): Promise<{ markdown: string; nextOffset: number | null } | undefined> {
  const found = await findSkillPage(request, String(workspaceId), page.toLowerCase())
  if (found === undefined) return undefined
  if (found === 'unpublished') throw new AppError('NOT_FOUND', 'The skill is not published.')
  const text = await readSkillPage(request, found)
  if (offset === 0) await countSkillUse(request, found)
  const { text: markdown, nextOffset } = takeExcerpt(text, offset, maxBytes)
  return { markdown, nextOffset }
}

async function sameWorkspace(request: McpRequest, named: string, uri: string): Promise<unknown> {
  try {
    return await workspaceFor(request, named.toLowerCase())
  } catch (error) {
    throw notFound(error, uri)
  }
}

/** A page without access and a page that does not exist give the same error. */
function notFound(error: unknown, uri: string): unknown {
  return error instanceof AppError && error.code !== 'INTERNAL'
    ? new ResourceNotFoundError(uri)
    : error
}
