import { ProtocolError, ProtocolErrorCode } from '@modelcontextprotocol/server'
import { listTitlesByOwnership } from '../domain/pages/lists.ts'
import { enterWorkspace } from '../domain/people/access.ts'
import { isId } from '../lib/ids.ts'
import { slugify } from '../lib/text.ts'
import type { Ownership } from '../lib/vocabulary.ts'
import { callById } from './tools/call-by-id.ts'
import { maxTextBytes } from './tools/results.ts'
import { type McpRequest, workspaceFor } from './transport/request.ts'

/** A page that is a skill or an agent. */
export type SkillPage = { workspaceId: string; id: string; title: string }

/** Every page of a kind in the active workspace, oldest first. Throws FORBIDDEN. */
export async function listSkillPages(
  request: McpRequest,
  ownership: Exclude<Ownership, 'TEXT'>,
): Promise<SkillPage[]> {
  const workspaceId = String(await workspaceFor(request, undefined))
  const context = await enterWorkspace(request.context, workspaceId, 'read')
  const pages = await listTitlesByOwnership(context, ownership)
  return pages.map((page) => ({ workspaceId, ...page }))
}

export async function readSkillPage(
  request: McpRequest,
  { workspaceId, id }: Pick<SkillPage, 'workspaceId' | 'id'>,
): Promise<string> {
  const { markdown } = await callById(request, 'pages.markdown', { workspaceId, pageId: id })
  return String(markdown)
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
export function namePages(pages: readonly SkillPage[]): Map<string, string> {
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
export function longName({ id, title }: SkillPage): string {
  return [slugify(title), id.slice(-6)].filter((part) => part !== '').join('-')
}

const maxDescriptionLength = 160

/** The first line of a page, for lists. */
export function describeSkill({ title }: SkillPage, markdown: string): string {
  const line = markdown
    .split('\n')
    .map((text) => text.trim())
    .find((text) => /^[\p{L}\p{N}"'*_{]/u.test(text))
  if (line === undefined) return title === '' ? 'A page in the workspace.' : title
  const letters = Array.from(line)
  return letters.length <= maxDescriptionLength
    ? line
    : `${letters.slice(0, maxDescriptionLength).join('').trimEnd()}…`
}
