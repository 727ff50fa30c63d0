import { AppError } from '../../lib/errors.ts'
import {
  history,
  levelNumbers,
  members,
  pages,
  type Reader,
  skillDrafts,
} from '../../store/index.ts'
import type { Caller, WorkspaceContext } from '../context.ts'
import { authorsOf } from '../pages/history.ts'
import { requirePage } from '../pages/tree.ts'
import { viewerOfPerson } from '../people/access.ts'

type PageAddress = { workspaceId: string; pageId: string }

/** A page that is a skill or an agent. Throws PAGE_NOT_FOUND or NOT_FOUND. */
export async function requireSkill(
  { viewer }: Pick<WorkspaceContext, 'viewer'>,
  reader: Reader,
  pageId: string,
): Promise<pages.ReadablePage> {
  const page = await requirePage(reader, viewer, pageId)
  if (page.ownership !== 'TEXT') return page
  throw new AppError(
    'NOT_FOUND',
    `Page ${pageId} is neither a skill nor an agent. List skills with /v1/skills/list.`,
  )
}

/**
 * Checks that the caller may publish: someone who manages the page, signed in or, as an owner or admin, with a key.
 * Agents never publish. Throws FORBIDDEN.
 */
export async function requirePublisher(
  reader: Reader,
  caller: Caller,
  page: pages.ReadablePage,
): Promise<void> {
  const refusal = await refusalOf(reader, caller, page)
  if (refusal !== undefined) throw new AppError('FORBIDDEN', refusal)
}

/** Whether the caller may publish the page. */
export async function mayPublish(
  reader: Reader,
  caller: Caller,
  page: pages.ReadablePage,
): Promise<boolean> {
  return (await refusalOf(reader, caller, page)) === undefined
}

async function refusalOf(
  reader: Reader,
  { userId, via, sessionId }: Caller,
  { workspaceId, level }: pages.ReadablePage,
): Promise<string | undefined> {
  if (level < levelNumbers.manage) {
    return 'You can read this skill, but not publish it. Ask someone who manages the page.'
  }
  if (isOfAgent(via)) {
    return 'Agents do not publish skills. Ask a person to publish it in Quire.'
  }
  if (sessionId !== undefined || via === 'web') return undefined
  if (await skillDrafts.reviews(reader, workspaceId)) {
    return 'In this workspace only signed-in people publish skills. Publish it in Quire.'
  }
  const role = await members.role(reader, workspaceId, userId)
  if (role === 'OWNER' || role === 'ADMIN') return undefined
  return 'This key cannot publish skills. Publish it in Quire, or use a key of an owner or admin.'
}

/** Who made a change of a page, and through which interface. */
export type Author = { userId: string; via: string }

/**
 * The last author of the changes of a page after a version, if everyone who made them may publish: then the changes are
 * published without review. Undefined also if there is no change, or if one is not recorded yet.
 */
export async function publisherOf(
  reader: Reader,
  { workspaceId, pageId }: PageAddress,
  { after, until }: { after: number; until: number },
): Promise<Author | undefined> {
  const isNew = after === 0
  const marks = await history.marks(reader, { workspaceId, pageId }, after)
  const last = marks.at(-1)
  if (last?.version !== until) return undefined
  const authors = new Map<string, Author>()
  for (const mark of marks) {
    const via = mark.via ?? ''
    for (const userId of authorsOf(mark)) authors.set(`${userId} ${via}`, { userId, via })
  }
  for (const author of authors.values()) {
    // An agent with the right may add a skill, but not change what is served.
    if (!isNew && isOfAgent(author.via)) return undefined
    if (!(await mayPublishAs(reader, { workspaceId, pageId }, author))) return undefined
  }
  return { userId: last.createdBy, via: last.via ?? 'api' }
}

/** Whether changes by this person are published: owners and admins; others who manage the page only in the web app. */
export async function mayPublishAs(
  reader: Reader,
  { workspaceId, pageId }: PageAddress,
  { userId, via }: Author,
): Promise<boolean> {
  const viewer = await viewerOfPerson(reader, workspaceId, userId)
  const page = viewer === undefined ? undefined : await pages.get(reader, viewer, pageId)
  if (page === undefined || page.level < levelNumbers.manage) return false
  if (via === 'web') return true
  const role = await members.role(reader, workspaceId, userId)
  return role === 'OWNER' || role === 'ADMIN'
}

/** The interfaces of agents, whosever key they have. */
function isOfAgent(via: string): boolean {
  return via === 'mcp' || via === 'chat'
}
