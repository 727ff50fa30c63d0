import {
  groups,
  levelNumbers,
  members,
  type Reader,
  sections,
  type Transaction,
} from '../../../store/index.ts'
import type { Caller } from '../../context.ts'
import { levelOfRole } from '../../rights/effective-access.ts'
import { applyState } from '../../rights/section-state.ts'
import type { FilePermissions } from '../permissions.ts'

type Page = { workspaceId: string; id: string; parentId: string | null }

/**
 * Restores the permissions of a page that was just added. The author manages the page if no one else does. Returns the
 * people and groups that are not in the workspace; they get no access.
 */
export async function restorePermissions(
  transaction: Transaction,
  caller: Caller,
  { workspaceId, id, parentId }: Page,
  permissions: FilePermissions,
): Promise<string[]> {
  const section = { workspaceId, sectionId: id }
  const inherits = permissions.inherits ?? true
  const { own, unknown } = await grantsOf(transaction, workspaceId, permissions)
  const enclosingId =
    parentId === null ? null : await sections.ofPage(transaction, workspaceId, parentId)
  await sections.assign(transaction, { workspaceId, ids: [id] }, id)
  const restored = { before: [], after: { inherits, own }, enclosingId }
  await applyState(transaction, caller, section, restored)
  if (!(await sections.isManaged(transaction, section))) {
    const author = { principalId: caller.userId, level: levelNumbers.manage }
    const after = { inherits, own: [...own, author] }
    await applyState(transaction, caller, section, { before: own, after, enclosingId })
  }
  return unknown
}

const inWords = new Intl.ListFormat('en')

/** Who had access besides the people and groups, in words. Nobody gets it again: an import makes nothing public. */
export function accessOutside({
  links = [],
  webhooks = {},
  chats = {},
  sites = {},
}: FilePermissions): string {
  const named = { webhook: webhooks, chat: chats, site: sites }
  return inWords.format([
    ...(links.length === 0
      ? []
      : [links.length === 1 ? 'a share link' : `${links.length} share links`]),
    ...Object.entries(named).flatMap(([type, grants]) =>
      Object.keys(grants).map((name) => `the ${type} ${name}`),
    ),
  ])
}

async function grantsOf(
  reader: Reader,
  workspaceId: string,
  { everyone, people = {}, groups: named = {} }: FilePermissions,
): Promise<{ own: sections.GrantRow[]; unknown: string[] }> {
  const own: sections.GrantRow[] = []
  const unknown: string[] = []
  if (everyone !== undefined) {
    const level = everyone === 'role' ? levelOfRole : levelNumbers[everyone]
    own.push({ principalId: workspaceId, level })
  }
  const ids = new Map(
    (await members.list(reader, workspaceId)).map(({ id, email }) => [email.toLowerCase(), id]),
  )
  for (const [email, level] of Object.entries(people)) {
    const principalId = ids.get(email.toLowerCase())
    if (principalId === undefined) unknown.push(email)
    else own.push({ principalId, level: levelNumbers[level] })
  }
  for (const [name, level] of Object.entries(named)) {
    const principalId = await groups.byName(reader, workspaceId, name)
    if (principalId === undefined) unknown.push(name)
    else own.push({ principalId, level: levelNumbers[level] })
  }
  return { own, unknown }
}
