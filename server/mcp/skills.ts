import { ProtocolError, ProtocolErrorCode } from '@modelcontextprotocol/server'
import { listTitlesByOwnership } from '../domain/pages/lists.ts'
import { requireMember } from '../domain/people/access.ts'
import { isId } from '../lib/ids.ts'
import { slugify } from '../lib/text.ts'
import type { Ownership } from '../lib/vocabulary.ts'
import { callById } from './tools/call-by-id.ts'
import { largestText } from './tools/results.ts'
import { type Session, workspaceFor } from './transport/session.ts'

/** A page that is a skill or an agent. */
export type SkillPage = { workspaceId: string; id: string; title: string }

/** Every page of a kind in the active workspace, the oldest first. */
export async function listSkillPages(
  session: Session,
  ownership: Exclude<Ownership, 'TEXT'>,
): Promise<SkillPage[]> {
  const workspaceId = String(await workspaceFor(session, undefined))
  await requireMember(session.context, workspaceId, 'read')
  const pages = await listTitlesByOwnership(session.context, workspaceId, ownership)
  return pages.map((page) => ({ workspaceId, ...page }))
}

export async function readSkillPage(
  session: Session,
  { workspaceId, id }: Pick<SkillPage, 'workspaceId' | 'id'>,
): Promise<string> {
  const { markdown } = await callById(session, 'pages.markdown', { workspaceId, pageId: id })
  return String(markdown)
}

/** Pages described in one answer, at most; fewer when they would be more bytes than a text may be. */
const mostAtOnce = 50

/**
 * A part of a list, each page described by `describe`. The cursor is the id of the last page that was
 * given: pages made or removed meanwhile neither repeat nor hide another.
 */
export async function describePart<Description extends object>(
  pages: readonly SkillPage[],
  cursor: string | undefined,
  describe: (page: SkillPage) => Promise<Description>,
): Promise<{ described: Description[]; nextCursor?: string }> {
  const start = cursor === undefined ? 0 : startBehind(pages, cursor)
  const asked = pages.slice(start, start + mostAtOnce)
  const described = await Promise.all(asked.map(describe))
  let left = largestText
  const count = described.findIndex((one) => {
    left -= Buffer.byteLength(JSON.stringify(one))
    return left < 0
  })
  const shown = count === -1 ? described : described.slice(0, Math.max(1, count))
  const last = asked[shown.length - 1]
  if (last === undefined || start + shown.length >= pages.length) return { described: shown }
  return { described: shown, nextCursor: last.id }
}

function startBehind(pages: readonly SkillPage[], cursor: string): number {
  const at = pages.findIndex(({ id }) => id === cursor)
  if (at >= 0) return at + 1
  if (!isId(cursor)) {
    const message =
      'params.cursor must be the nextCursor of the previous list. Omit it to start over.'
    throw new ProtocolError(ProtocolErrorCode.InvalidParams, message)
  }
  // The page has gone meanwhile.
  const behind = pages.findIndex(({ id }) => id > cursor)
  return behind < 0 ? pages.length : behind
}

/**
 * Names by page id, made of the titles. Of pages with one title the oldest has the plain name, so that a
 * new page never takes a name away; the others have the end of their ids behind it.
 */
export function namePages(pages: readonly SkillPage[]): Map<string, string> {
  const taken = new Set<string>()
  return new Map(
    pages.map((page) => {
      const candidates = [slugify(page.title), longName(page), page.id]
      const name = candidates.find((one) => one !== '' && !taken.has(one)) ?? page.id
      taken.add(name)
      return [page.id, name]
    }),
  )
}

/** A name that no other page can take. */
export function longName({ id, title }: SkillPage): string {
  return [slugify(title), id.slice(-6)].filter((part) => part !== '').join('-')
}

const longestDescription = 160

/** The first sentence or so of a page, for lists. */
export function describeSkill({ title }: SkillPage, markdown: string): string {
  const line = markdown
    .split('\n')
    .map((text) => text.trim())
    .find((text) => /^[\p{L}\p{N}"'*_{]/u.test(text))
  if (line === undefined) return title === '' ? 'A page in the workspace.' : title
  const letters = Array.from(line)
  return letters.length <= longestDescription
    ? line
    : `${letters.slice(0, longestDescription).join('').trimEnd()}…`
}
