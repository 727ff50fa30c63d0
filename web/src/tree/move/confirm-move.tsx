import { client } from '../../lib/client.ts'
import { formatList } from '../../lib/numbers.ts'
import { displayTitle } from '../../lib/page-title.ts'
import { ask } from '../../ui/forms/confirm.tsx'
import type { ParentId, TreePage } from '../children.ts'
import { type Lists, parentOf } from '../lists.ts'
import { t } from './messages.ts'

type Move = { pageId: string; from: ParentId; to: ParentId }
type Gain = Awaited<ReturnType<typeof client.permissions.previewMove>>['gains'][number]

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
  return confirmGains(workspaceId, [{ id: pageId, title: page?.title ?? '' }], to)
}

/** The same for pages that may be anywhere. */
export async function confirmGains(
  workspaceId: string,
  pages: readonly { id: string; title: string }[],
  to: ParentId,
): Promise<boolean> {
  const gains: Gain[] = []
  for (const { id } of pages) {
    const move = { workspaceId, pageId: id, newParentId: to }
    // oxlint-disable-next-line no-await-in-loop -- many pages are no reason for many requests at a time
    gains.push(...(await client.permissions.previewMove(move)).gains)
  }
  if (gains.length === 0) return true
  const title =
    pages.length === 1
      ? displayTitle(pages[0]?.title ?? '')
      : formatList(pages.map(({ title }) => displayTitle(title)))
  const newcomers = namesOf(gains.filter(({ hasAccess }) => !hasAccess))
  const others = namesOf(gains.filter(({ hasAccess }) => hasAccess))
  const body = (
    <>
      {newcomers !== '' && <p>{t.gainAccess({ title, names: newcomers })}</p>}
      {others !== '' && <p>{t.gainLevel({ title, names: others })}</p>}
    </>
  )
  return ask({ title: t.moveTitle({ title }), body, label: t.move })
}

function namesOf(gains: readonly Gain[]): string {
  return formatList([...new Set(gains.map(nameOf))])
}

function nameOf({ type, name }: Gain): string {
  if (type === 'everyone') return t.everyone
  return type === 'link' ? t.link : name
}

function find(lists: Lists, pageId: string): TreePage | undefined {
  const parentId = parentOf(lists, pageId)
  if (parentId === undefined) return undefined
  return lists.get(parentId)?.pages.find(({ id }) => id === pageId)
}
