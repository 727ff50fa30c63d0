import { client } from '../lib/client.ts'
import { formatList } from '../lib/numbers.ts'
import { displayTitle } from '../lib/page-title.ts'
import { ask } from '../ui/forms/confirm.tsx'
import type { ParentId, TreePage } from './children.ts'
import { type Lists, parentOf } from './lists.ts'
import { t } from './messages.ts'

type Move = { pageId: string; from: ParentId; to: ParentId }

/** Asks before a move that gives anyone more access to the page. Resolves to whether to move it. */
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
  const { gains } = await client.permissions.previewMove({ workspaceId, pageId, newParentId: to })
  if (gains.length === 0) return true
  const names = gains.map(({ type, name }) => (type === 'everyone' ? t.everyone : name))
  const title = displayTitle(page?.title ?? '')
  const body = t.moveBody({ title, names: formatList(names) })
  return ask({ title: t.moveTitle({ title }), body, label: t.move })
}

function find(lists: Lists, pageId: string): TreePage | undefined {
  const parentId = parentOf(lists, pageId)
  if (parentId === undefined) return undefined
  return lists.get(parentId)?.pages.find(({ id }) => id === pageId)
}
