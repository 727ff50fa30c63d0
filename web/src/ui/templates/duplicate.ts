import { notifications } from '@mantine/notifications'
import type { QueryClient } from '@tanstack/react-query'
import { client } from '../../lib/client.ts'
import { displayTitle } from '../../lib/page-title.ts'
import { showFailure, showUndo } from '../undo.tsx'
import { t } from './messages.ts'

type Page = { workspaceId: string; pageId: string; title: string }
type Around = { queries: QueryClient; navigate: (path: string) => unknown }

const touched = [['pages'], ['favourites'], ['recent'], ['trash']]
const maxTitleLength = 255

/** Copies a page, opens the copy, and offers to take it back. */
export async function duplicate(
  { workspaceId, pageId, title }: Page,
  includeSubpages: boolean,
  { queries, navigate }: Around,
): Promise<void> {
  const refresh = () =>
    Promise.all(touched.map((queryKey) => queries.invalidateQueries({ queryKey })))
  const shown = displayTitle(title)
  const copyTitle = t.copyOf({ title: shown })
  const fits = Array.from(copyTitle).length <= maxTitleLength
  try {
    const copy = await client.copies.create({
      workspaceId,
      pageId,
      includeSubpages,
      ...(fits ? { title: copyTitle } : {}),
    })
    await navigate(`/pages/${copy.pageId}`)
    if (copy.left > 0) notifications.show({ message: t.left({ count: copy.left }) })
    showUndo(t.duplicated({ title: shown, count: copy.pages }), async () => {
      try {
        await client.trash.remove({ workspaceId, pageId: copy.pageId })
        if (location.pathname === `/pages/${copy.pageId}`) await navigate(`/pages/${pageId}`)
        await refresh()
      } catch (error) {
        showFailure(t.notUndone, error)
      }
    })
    await refresh()
  } catch (error) {
    showFailure(t.notDuplicated, error)
  }
}
