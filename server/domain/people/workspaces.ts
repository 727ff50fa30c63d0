import { linkVersion } from '../../../content/links/link-version.ts'
import { clock } from '../../lib/clock.ts'
import { AppError, invalidInput } from '../../lib/errors.ts'
import { isId, newId } from '../../lib/ids.ts'
import { plainName } from '../../lib/plain-names.ts'
import { slugify } from '../../lib/text.ts'
import type { PageType } from '../../lib/vocabulary.ts'
import {
  linkIndexing,
  members,
  pages,
  type Reader,
  type Store,
  type Transaction,
  type Viewer,
  workspaces,
} from '../../store/index.ts'
import { type AuditActor, recordAudit } from '../administration/audit.ts'
import type { Context, WorkspaceContext } from '../context.ts'
import { addMember, membersFor } from './members.ts'

export type WorkspaceItem = Omit<members.MembershipRow, 'scope'> & { isDefault: boolean }

/** The caller's workspaces; the one joined first is the default. */
export async function listOwnWorkspaces({ store, caller }: Context): Promise<WorkspaceItem[]> {
  const memberships = await members.ofUser(store, caller.userId)
  return memberships
    .map(({ scope: _scope, ...workspace }, index) => ({ ...workspace, isDefault: index === 0 }))
    .filter(({ id }) => caller.workspaceIds === undefined || caller.workspaceIds.includes(id))
}

export type WorkspaceStats = {
  members: members.MemberRow[]
  pagesByType: Partial<Record<PageType, number>>
  totalPages: number
}

export async function getWorkspaceStats({
  store,
  viewer,
}: WorkspaceContext): Promise<WorkspaceStats> {
  const { workspaceId } = viewer
  const counts = viewer.seesEverything
    ? ((await workspaces.pageCounts(store, workspaceId)) ?? (await count(store, viewer)))
    : await countByType(store, viewer)
  const some = Object.entries(counts).filter(([, number]) => number > 0)
  return {
    members: await membersFor(store, viewer),
    pagesByType: Object.fromEntries(some),
    totalPages: some.reduce((sum, [, number]) => sum + number, 0),
  }
}

/** Goes through the workspace, and keeps what it found where that can be written. */
async function count(store: Store, viewer: Viewer): Promise<workspaces.PageCounts> {
  const { workspaceId } = viewer
  try {
    return await store.transactIn({ workspaceId }, async (transaction) => {
      const counts = await countByType(transaction, viewer)
      await workspaces.setPageCounts(transaction, workspaceId, counts)
      return counts
    })
  } catch {
    return countByType(store, viewer)
  }
}

async function countByType(reader: Reader, viewer: Viewer): Promise<workspaces.PageCounts> {
  const rows = await pages.countByType(reader, viewer)
  const found = Object.fromEntries(rows.map((row) => [row.type, row.pages]))
  return { TEXT: found['TEXT'] ?? 0, KANBAN: found['KANBAN'] ?? 0 }
}

const maxNameLength = 100

/** Creates a workspace with its first owner, in the caller's transaction. Throws ALREADY_EXISTS for the slug. */
export async function addWorkspace(
  transaction: Transaction,
  workspace: { name: string; slug: string | undefined },
  owner: AuditActor,
): Promise<workspaces.WorkspaceRow> {
  const name = checkName(workspace.name)
  const slug = await freeSlug(transaction, workspace.slug, name)
  const row = { id: newId(), name, slug, createdAt: clock.now() }
  await workspaces.insert(transaction, row)
  // Every write of a page indexes its links: no page of a new workspace is left to the job for earlier releases.
  await linkIndexing.keepProgress(transaction, row.id, { version: linkVersion, indexedTo: null })
  await recordAudit(transaction, owner, {
    action: 'workspace.create',
    workspaceId: row.id,
    subject: row.id,
    details: { name, slug },
  })
  await addMember(transaction, row.id, { userId: owner.userId, role: 'OWNER' }, owner)
  return row
}

/** Returns a name as it is stored. A name without a letter or digit fails later, because it has no slug. Throws VALIDATION_FAILED. */
export function checkName(given: string): string {
  const name = plainName(given)
  if (name.length <= maxNameLength) return name
  const message = `must be at most ${maxNameLength} characters`
  throw invalidInput([{ path: '/name', rule: 'maxLength', message }])
}

export async function createWorkspace(
  store: Store,
  workspace: { name: string; slug: string | undefined },
  ownerId: string,
): Promise<workspaces.WorkspaceRow> {
  const owner = { userId: ownerId, via: 'cli' } as const
  return store.transact((transaction) => addWorkspace(transaction, workspace, owner))
}

export function listWorkspaces(reader: Reader): Promise<workspaces.WorkspaceRow[]> {
  return workspaces.list(reader)
}

/** Finds a workspace by its slug or ID. Throws WORKSPACE_NOT_FOUND. */
export async function requireWorkspace(
  reader: Reader,
  slugOrId: string,
): Promise<workspaces.WorkspaceRow> {
  const found =
    (await workspaces.bySlug(reader, slugOrId)) ??
    (isId(slugOrId) ? await workspaces.byId(reader, slugOrId.toLowerCase()) : undefined)
  if (found !== undefined) return found
  throw new AppError(
    'WORKSPACE_NOT_FOUND',
    `There is no workspace ${slugOrId}. Run \`quire workspace list\` to list workspaces.`,
  )
}

async function freeSlug(reader: Reader, wanted: string | undefined, name: string): Promise<string> {
  const slug = slugify(wanted ?? name)
  if (slug === '' || (wanted !== undefined && slug !== wanted)) {
    const message = 'must hold a letter or digit, in lower case, with single hyphens between words'
    throw invalidInput([{ path: wanted === undefined ? '/name' : '/slug', rule: 'slug', message }])
  }
  if ((await workspaces.bySlug(reader, slug)) === undefined) return slug
  if (wanted !== undefined) {
    throw new AppError('ALREADY_EXISTS', `The slug ${slug} is taken. Choose another with --slug.`)
  }
  for (let number = 2; ; number += 1) {
    const numbered = `${slug}-${number}`
    if ((await workspaces.bySlug(reader, numbered)) === undefined) return numbered
  }
}
