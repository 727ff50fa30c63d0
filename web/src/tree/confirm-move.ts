import { client } from '../lib/client.ts'
import { formatList } from '../lib/numbers.ts'
import { displayTitle } from '../lib/page-title.ts'
import { ask } from '../ui/forms/confirm.tsx'
import type { ParentId, TreePage } from './children.ts'
import { type Lists, parentOf } from './lists.ts'
import { t } from './messages.ts'

type Move = { pageId: string; from: ParentId; to: ParentId }
type Permissions = Awaited<ReturnType<typeof client.permissions.get>>

/** Asks before a move that lets more people read the page. Resolves to whether to move it. */
export async function confirmMove(
  workspaceId: string,
  lists: Lists,
  { pageId, from, to }: Move,
): Promise<boolean> {
  if (from === to) return true
  const page = find(lists, pageId)
  const parent = to === null ? undefined : find(lists, to)
  // Both are outside of sections.
  if (page?.level === undefined && parent?.level === undefined) return true
  const [before, after] = await Promise.all([
    client.permissions.get({ workspaceId, pageId }),
    to === null ? undefined : client.permissions.get({ workspaceId, pageId: to }),
  ])
  const names = gainers(before, after)
  if (names.length === 0) return true
  const title = displayTitle(page?.title ?? '')
  const body = t.moveBody({ title, names: formatList(names) })
  return ask({ title: t.moveTitle({ title }), body, label: t.move })
}

/** Names of those who can read the page only after the move; `after` is left out for the top level. */
function gainers(before: Permissions, after: Permissions | undefined): string[] {
  // A section that inherits nothing takes its permissions along.
  if (before.isSection && !before.inherits) return []
  const had = new Set(before.grants.map(({ principal }) => principal.id))
  const everyone = after === undefined ? 'role' : after.everyone
  return [
    ...(everyone !== null && before.everyone === null ? [t.everyone] : []),
    ...(after?.grants ?? [])
      .filter(({ principal }) => !had.has(principal.id))
      .map(({ principal }) => principal.name),
  ]
}

function find(lists: Lists, pageId: string): TreePage | undefined {
  const parentId = parentOf(lists, pageId)
  if (parentId === undefined) return undefined
  return lists.get(parentId)?.pages.find(({ id }) => id === pageId)
}
