import {
  type ReadResourceResult,
  type Resource,
  ResourceNotFoundError,
  type ResourceTemplateType,
} from '@modelcontextprotocol/server'
import { AppError } from '../lib/errors.ts'
import { describePart, describeSkill, listSkillPages, readSkillPage } from './skills.ts'
import { callById } from './tools/call-by-id.ts'
import { largestText } from './tools/results.ts'
import { type Session, workspaceFor } from './transport/session.ts'

const mimeType = 'text/markdown'
const address = /^quire:\/\/([0-9a-f-]{36})\/pages\/([0-9a-f-]{36})(?:\?offset=(\d{1,9}))?$/i

/** Any page can be read by its address; listed are those that agents are made of. */
export const resourceTemplates: ResourceTemplateType[] = [
  {
    uriTemplate: 'quire://{workspaceId}/pages/{pageId}',
    name: 'page',
    description: 'A page as Markdown.',
    mimeType,
  },
]

/** The skills and the agents of the active workspace, by age. */
export async function listResources(
  session: Session,
  cursor: string | undefined,
): Promise<{ resources: Resource[]; nextCursor?: string }> {
  const skills = await listSkillPages(session, 'SKILL')
  const agents = await listSkillPages(session, 'AGENT')
  const pages = [...skills, ...agents].toSorted((a, b) => (a.id < b.id ? -1 : 1))
  const { described, ...more } = await describePart(pages, cursor, async (page) => ({
    uri: `quire://${page.workspaceId}/pages/${page.id}`,
    name: page.title === '' ? page.id : page.title,
    description: describeSkill(page, await readSkillPage(session, page)),
    mimeType,
  }))
  return { resources: described, ...more }
}

export async function readResource(session: Session, uri: string): Promise<ReadResourceResult> {
  const [, workspaceId, page, offset = '0'] = address.exec(uri) ?? []
  if (workspaceId === undefined) throw new ResourceNotFoundError(uri)
  const place = { workspaceId: await sameWorkspace(session, workspaceId, uri), page }
  const part = { offset: Number(offset), maxBytes: largestText }
  try {
    const { markdown, nextOffset } = await callById(session, 'pages.get', { ...place, ...part })
    const rest = `quire://${workspaceId}/pages/${page}?offset=${String(nextOffset)}`
    const more = nextOffset === null ? '' : `\n[Truncated. Continue at ${rest}]`
    return { contents: [{ uri, mimeType, text: String(markdown) + more }] }
  } catch (error) {
    throw notFound(error, uri)
  }
}

async function sameWorkspace(session: Session, named: string, uri: string): Promise<unknown> {
  try {
    return await workspaceFor(session, named.toLowerCase())
  } catch (error) {
    throw notFound(error, uri)
  }
}

/** A page one may not read and a page that is not there look the same. */
function notFound(error: unknown, uri: string): unknown {
  return error instanceof AppError && error.code !== 'INTERNAL'
    ? new ResourceNotFoundError(uri)
    : error
}
