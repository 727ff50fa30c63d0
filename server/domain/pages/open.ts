import type { Role } from '../../lib/vocabulary.ts'
import { members, pageLookup, personal } from '../../store/index.ts'
import type { Context } from '../context.ts'
import { parseDocument } from '../document/tasks.ts'
import { type PageAddress, pageNotFound } from './tree.ts'

export type Person = { id: string; firstName: string; lastName: string }

export type PageForEditor = Omit<pageLookup.PageRecord, 'parentId'> & {
  parentId: string | null
  content: object
  /** The pages above, the top one first. */
  breadcrumb: personal.PageLine[]
  createdBy: Person
  updatedBy: Person
  role: Role
  isFavourite: boolean
}

/** A page with all that an editor shows of it at once. */
export async function openPage(
  { store, caller }: Context,
  { workspaceId, pageId }: PageAddress,
): Promise<PageForEditor> {
  const [page, breadcrumb, isFavourite, role] = await Promise.all([
    pageLookup.open(store, workspaceId, pageId),
    pageLookup.breadcrumb(store, workspaceId, pageId),
    personal.isFavourite(store, { workspaceId, userId: caller.userId }, pageId),
    members.role(store, workspaceId, caller.userId),
  ])
  if (page === undefined) throw pageNotFound(pageId)
  const { parentId, document, createdBy, updatedBy, ...rest } = page
  const { createdFirstName, createdLastName, updatedFirstName, updatedLastName, ...record } = rest
  return {
    ...record,
    parentId: parentId === workspaceId ? null : parentId,
    content: parseDocument(document),
    breadcrumb,
    createdBy: { id: createdBy, firstName: createdFirstName, lastName: createdLastName },
    updatedBy: { id: updatedBy, firstName: updatedFirstName, lastName: updatedLastName },
    // Membership ended since the request began: what may be shown, a viewer may see.
    role: role ?? 'VIEWER',
    isFavourite,
  }
}

/** Which of the caller's workspaces holds a page; the same answer for a foreign page and for none. */
export async function locatePage({ store, caller }: Context, pageId: string): Promise<string> {
  const found = await pageLookup.workspacesOf(store, caller.userId, pageId)
  const open = found.find((id) => caller.workspaceIds?.includes(id) ?? true)
  if (open === undefined) throw pageNotFound(pageId)
  return open
}
