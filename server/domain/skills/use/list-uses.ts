import { clock } from '../../../lib/clock.ts'
import { skillUses, type Viewer } from '../../../store/index.ts'
import type { WorkspaceContext } from '../../context.ts'
import { requireSkill } from '../rights.ts'
import { requireVersion } from '../serve.ts'

/** `hidden`: people that the viewer does not see. `public`: everyone on the internet. */
export type UserKind = 'person' | 'agent' | 'public' | 'hidden'

export type SkillUser = {
  kind: UserKind
  person: { id: string; firstName: string; lastName: string } | null
  /** What the program says of itself; empty if unknown. */
  client: string
  uses: number
  lastAt: number
}

export type Uses = {
  uses: number
  lastAt: number | null
  /** Since when they are counted. */
  since: number
  users: SkillUser[]
}

const maxUsers = 200

/**
 * How often the versions of a skill that the caller can read were used, and by whom. Throws PAGE_NOT_FOUND, NOT_FOUND or
 * VERSION_NOT_FOUND.
 */
export async function listUses(
  context: WorkspaceContext,
  {
    workspaceId,
    pageId,
    version,
  }: { workspaceId: string; pageId: string; version?: number | undefined },
): Promise<Uses> {
  const { store, viewer } = context
  await requireSkill(context, store, pageId)
  if (version !== undefined) await requireVersion(context, { workspaceId, pageId, version })
  const since = await countedSince(context)
  const rows = await skillUses.callers(store, viewer, { pageId, version, limit: maxUsers })
  const versions = (await skillUses.ofVersions(store, viewer, pageId)).filter(
    (one) => version === undefined || one.version === version,
  )
  return {
    ...totalOf(versions),
    since,
    users: withoutNames(rows.map((row) => toUser(viewer, row))),
  }
}

/** Stores what was counted so far. Returns since when uses of the workspace are counted. */
export async function countedSince({
  store,
  viewer,
  skillUses: counter,
}: WorkspaceContext): Promise<number> {
  const { workspaceId } = viewer
  await counter.store()
  const since = await skillUses.since(store, workspaceId)
  if (since !== null) return since
  const now = clock.now()
  await store.transactIn({ workspaceId }, (transaction) =>
    skillUses.start(transaction, workspaceId, now),
  )
  return now
}

function totalOf(rows: readonly skillUses.Total[]): { uses: number; lastAt: number | null } {
  const uses = rows.reduce((sum, row) => sum + row.uses, 0)
  return { uses, lastAt: rows.length === 0 ? null : Math.max(...rows.map(({ lastAt }) => lastAt)) }
}

function toUser(viewer: Viewer, row: skillUses.CallerRow): SkillUser {
  const { userId, client, uses, lastAt } = row
  const use = { client, uses, lastAt }
  if (userId === '') return { ...use, kind: 'public', person: null }
  const kind = row.kind === 'agent' ? 'agent' : 'person'
  // Guests do not see who else is in the workspace.
  const isShown = viewer.everyoneId !== '' || viewer.viewerId === userId
  if (!isShown) return { ...use, kind: 'hidden', person: null, client: '' }
  const person = { id: userId, firstName: row.firstName ?? '', lastName: row.lastName ?? '' }
  return { ...use, kind, person }
}

/** Those without a name are one entry of their kind. */
function withoutNames(users: readonly SkillUser[]): SkillUser[] {
  const merged: SkillUser[] = []
  for (const user of users) {
    const same = merged.find(({ kind, person }) => person === null && kind === user.kind)
    if (user.person !== null || same === undefined) merged.push({ ...user })
    else same.uses += user.uses
  }
  return merged
}
