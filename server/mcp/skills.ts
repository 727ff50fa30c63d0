import { ProtocolError, ProtocolErrorCode } from '@modelcontextprotocol/server'
import { firstLine } from '../domain/document/skill-files/first-line.ts'
import { enterWorkspace } from '../domain/people/access.ts'
import { isId } from '../lib/ids.ts'
import { slugify } from '../lib/text.ts'
import type { Ownership } from '../lib/vocabulary.ts'
import type { skillVersions } from '../store/index.ts'
import { maxTextBytes } from './tools/results.ts'
import { type McpRequest, workspaceFor } from './transport/request.ts'

// The first answer of the server does without it.
const loadServe = () => import('../domain/skills/serve.ts')

/** The published version of a skill or an agent that agents are served. */
export type SkillPage = Pick<
  skillVersions.LabelledVersion,
  'workspaceId' | 'title' | 'name' | 'description' | 'digest' | 'isValid' | 'frontMatter'
> & { id: string; version: number }

/** Every skill or agent of the active workspace, oldest first. Throws FORBIDDEN. */
export async function listSkillPages(
  request: McpRequest,
  ownership: Exclude<Ownership, 'TEXT'>,
): Promise<SkillPage[]> {
  const workspaceId = String(await workspaceFor(request, undefined))
  const context = await enterWorkspace(request.context, workspaceId, 'read')
  const { listServed } = await loadServe()
  return (await listServed(context, ownership)).map(({ pageId, ...found }) => ({
    ...found,
    id: pageId,
  }))
}

/** The served version of a page; undefined for a page that is no skill or agent. Throws FORBIDDEN. */
export async function findSkillPage(
  request: McpRequest,
  workspaceId: string,
  pageId: string,
): Promise<SkillPage | 'unpublished' | undefined> {
  const context = await enterWorkspace(request.context, workspaceId, 'read')
  const { findServed } = await loadServe()
  const found = await findServed(context, pageId)
  return typeof found === 'object' ? { ...found, id: pageId } : found
}

/** The published instructions of a skill or agent in the list. */
export async function readSkillPage(
  { context }: McpRequest,
  { workspaceId, id: pageId, version }: Pick<SkillPage, 'workspaceId' | 'id' | 'version'>,
): Promise<string> {
  const { readInstructions } = await loadServe()
  return readInstructions(context, { workspaceId, pageId, version })
}

/** Counts that the caller was given the instructions of a skill or agent. */
export async function countSkillUse(
  { context }: McpRequest,
  { workspaceId, id: pageId, version }: Pick<SkillPage, 'workspaceId' | 'id' | 'version'>,
): Promise<void> {
  const { countUse } = await import('../domain/skills/use/count-use.ts')
  countUse(context, { workspaceId, pageId, version })
}

/** Fewer if their descriptions exceed the size limit. */
const maxPagesPerResponse = 50

/**
 * Describes the next pages of a list. The cursor is the ID of the last page, so that pages created or removed in
 * the meantime neither repeat nor hide others.
 */
export async function describeNextPages<Description extends object>(
  pages: readonly SkillPage[],
  cursor: string | undefined,
  describe: (page: SkillPage) => Promise<Description>,
): Promise<{ described: Description[]; nextCursor?: string }> {
  const start = cursor === undefined ? 0 : indexAfter(pages, cursor)
  const candidates = pages.slice(start, start + maxPagesPerResponse)
  const described = await Promise.all(candidates.map(describe))
  let left = maxTextBytes
  const count = described.findIndex((one) => {
    left -= Buffer.byteLength(JSON.stringify(one))
    return left < 0
  })
  const included = count === -1 ? described : described.slice(0, Math.max(1, count))
  const last = candidates[included.length - 1]
  if (last === undefined || start + included.length >= pages.length) return { described: included }
  return { described: included, nextCursor: last.id }
}

function indexAfter(pages: readonly SkillPage[], cursor: string): number {
  const at = pages.findIndex(({ id }) => id === cursor)
  if (at >= 0) return at + 1
  if (!isId(cursor)) {
    const message =
      'params.cursor must be the nextCursor of the previous list. Omit it to start over.'
    throw new ProtocolError(ProtocolErrorCode.InvalidParams, message)
  }
  // The page no longer exists.
  const next = pages.findIndex(({ id }) => id > cursor)
  return next < 0 ? pages.length : next
}

/**
 * Unique names by page ID, derived from the titles. Of several pages with the same title, the oldest gets the
 * plain name and the others add the end of their ID, so that a new page never changes an existing name.
 */
export function namePages(pages: readonly Pick<SkillPage, 'id' | 'title'>[]): Map<string, string> {
  const usedNames = new Set<string>()
  return new Map(
    pages.map((page) => {
      const candidates = [slugify(page.title), longName(page), page.id]
      const name = candidates.find((one) => one !== '' && !usedNames.has(one)) ?? page.id
      usedNames.add(name)
      return [page.id, name]
    }),
  )
}

/** A name that no other page can take. */
export function longName({ id, title }: Pick<SkillPage, 'id' | 'title'>): string {
  return [slugify(title), id.slice(-6)].filter((part) => part !== '').join('-')
}

/** What lists say of a skill: its description, or the first line of its text. */
export function describeSkill(
  page: Pick<SkillPage, 'title' | 'description'>,
  text: string,
): string {
  return page.description === '' ? firstLine(text, page.title) : page.description
}
