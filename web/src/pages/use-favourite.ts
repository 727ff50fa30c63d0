import { useQuery, useQueryClient } from '@tanstack/react-query'
import { client } from '../lib/client.ts'
import { showFailure } from '../ui/undo.tsx'
import { t } from './messages.ts'

type Page = { id: string; title: string; icon: string | null }
type Favourites = { pages: Page[] }

/** Whether a page is a favourite, and the way to change it; the sidebar shows the same list. */
export function useFavourite(workspaceId: string, page: Page, wasFavourite: boolean) {
  const queries = useQueryClient()
  const queryKey = ['favourites', 'list', { workspaceId }]
  const { data } = useQuery({
    queryKey,
    queryFn: ({ signal }) => client.favourites.list({ workspaceId }, { signal }),
  })
  const isFavourite = data?.pages.some(({ id }) => id === page.id) ?? wasFavourite
  const toggle = async () => {
    queries.setQueryData<Favourites>(queryKey, (old) => {
      const others = (old?.pages ?? []).filter(({ id }) => id !== page.id)
      return { pages: isFavourite ? others : [...others, page] }
    })
    const pageIds = { workspaceId, pageId: page.id }
    try {
      await (isFavourite ? client.favourites.remove(pageIds) : client.favourites.add(pageIds))
    } catch (error) {
      showFailure(t.favouriteFailed, error)
    }
    await queries.invalidateQueries({ queryKey })
  }
  return { isFavourite, toggle }
}
