import type { Caller } from '../domain/context.ts'
import { AppError } from '../lib/errors.ts'
import {
  assuredPagesOfMember,
  maxPagesOfLink,
  maxPagesOfMember,
  maxPagesOfVisitors,
  maxPagesOfWorkspace,
} from './limits.ts'

/** Open pages by their IDs, with how many connections have each. */
type Pages = Map<string, number>
type Workspace = { members: Map<string, Pages>; links: Map<string, Pages> }

/**
 * The pages that are open on this node, in shares: what the visitors of share links have open takes no room from members,
 * nor one member from the others. A page that several connections of one member, or visitors of one link, have open counts
 * once.
 */
export class Room {
  readonly #workspaces = new Map<string, Workspace>()

  /** Returns the function that gives the room back. Throws RATE_LIMITED. */
  take({ workspaceId, pageId }: { workspaceId: string; pageId: string }, caller: Caller) {
    const workspace = this.#workspaces.get(workspaceId) ?? { members: new Map(), links: new Map() }
    const { visitor, userId } = caller
    const owners = visitor === undefined ? workspace.members : workspace.links
    const owner = visitor?.linkId ?? userId
    const pages = owners.get(owner) ?? new Map<string, number>()
    if (!pages.has(pageId)) requireShare(workspace, pages, visitor !== undefined)
    pages.set(pageId, (pages.get(pageId) ?? 0) + 1)
    owners.set(owner, pages)
    this.#workspaces.set(workspaceId, workspace)
    let isTaken = true
    return (): void => {
      if (!isTaken) return
      isTaken = false
      const left = (pages.get(pageId) ?? 1) - 1
      if (left > 0) pages.set(pageId, left)
      else pages.delete(pageId)
      if (pages.size === 0) owners.delete(owner)
      if (workspace.members.size + workspace.links.size === 0) this.#workspaces.delete(workspaceId)
    }
  }
}

/** Throws RATE_LIMITED. */
function requireShare({ members, links }: Workspace, pages: Pages, isVisitor: boolean): void {
  const ofLinks = countPages(links)
  if (isVisitor) {
    if (pages.size >= maxPagesOfLink) throw tooMany('Visitors of this link have', maxPagesOfLink)
    if (ofLinks >= maxPagesOfVisitors)
      throw tooMany('Visitors of this workspace have', maxPagesOfVisitors)
    return
  }
  if (pages.size >= maxPagesOfMember) throw tooMany('You have', maxPagesOfMember)
  if (pages.size < assuredPagesOfMember) return
  if (ofLinks + countPages(members) >= maxPagesOfWorkspace)
    throw tooMany('This workspace has', maxPagesOfWorkspace)
}

function countPages(owners: ReadonlyMap<string, Pages>): number {
  let count = 0
  for (const pages of owners.values()) count += pages.size
  return count
}

function tooMany(who: string, max: number): AppError {
  return new AppError(
    'RATE_LIMITED',
    `${who} ${max} pages open on this server. Close some tabs, or try again later.`,
  )
}
