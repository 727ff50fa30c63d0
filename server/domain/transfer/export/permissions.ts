import {
  levelIn,
  levelNumbers,
  type pages,
  principals,
  sections,
  type Snapshot,
  type Viewer,
} from '../../../store/index.ts'
import { levelOfRole } from '../../rights/effective-access.ts'
import { type Level, levelName } from '../../rights/levels.ts'
import { stateOf } from '../../rights/section-state.ts'
import type { FilePermissions } from '../permissions.ts'

type NamedType = Exclude<principals.PrincipalType, 'link'>

/**
 * The permissions of a section; undefined for other pages. Those who cannot change the section do not see its grants:
 * an import then makes the page private.
 */
export async function permissionsOf(
  snapshot: Snapshot,
  viewer: Viewer,
  { id, sectionId, parentId }: pages.PageRow,
): Promise<FilePermissions | undefined> {
  if (id !== sectionId) return undefined
  const { workspaceId } = viewer
  const section = { workspaceId, sectionId }
  if ((await levelIn(snapshot, viewer, sectionId)) < levelNumbers.write) return { inherits: false }
  const state = await stateOf(snapshot, section)
  if (state === undefined) return undefined
  // The viewer may not read the page above it, so that there is nothing to inherit from in the export.
  const isDetached = state.inherits && parentId === workspaceId && !viewer.seesEverything
  if (!isDetached) return inFile(snapshot, workspaceId, state)
  const own = await sections.access(snapshot, section)
  return inFile(snapshot, workspaceId, { inherits: false, own })
}

async function inFile(
  snapshot: Snapshot,
  workspaceId: string,
  { inherits, own }: { inherits: boolean; own: readonly sections.GrantRow[] },
): Promise<FilePermissions> {
  const ofEveryone = own.filter(({ principalId }) => principalId === workspaceId)
  const everyone = ofEveryone.some(({ level }) => level === levelOfRole)
    ? 'role'
    : ofEveryone.map(({ level }) => levelName(level))[0]
  const ids = own.map(({ principalId }) => principalId)
  const known = new Map(
    (await principals.listed(snapshot, workspaceId, ids)).map((row) => [row.id, row]),
  )
  const links: Level[] = []
  const named: Record<NamedType, Record<string, Level>> = {
    person: {},
    group: {},
    webhook: {},
    chat: {},
    site: {},
  }
  for (const { principalId, level } of own) {
    const principal = known.get(principalId)
    if (principal === undefined) continue
    const { type, name, email } = principal
    if (type === 'link') links.push(levelName(level))
    else named[type][email ?? name] = levelName(level)
  }
  const byField = {
    people: named.person,
    groups: named.group,
    webhooks: named.webhook,
    chats: named.chat,
    sites: named.site,
  }
  const given = Object.entries(byField).filter(([, grants]) => Object.keys(grants).length > 0)
  return {
    ...(inherits ? {} : { inherits }),
    ...(everyone === undefined ? {} : { everyone }),
    ...Object.fromEntries(given),
    ...(links.length === 0 ? {} : { links: links.toSorted() }),
  }
}
