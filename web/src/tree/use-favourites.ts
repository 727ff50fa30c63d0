import { useQuery, useQueryClient } from '@tanstack/react-query'
import { client } from '../lib/client.ts'
import { showFailure } from '../ui/undo.tsx'
import { t } from './messages.ts'

type Favourite = { id: string; title: string; icon: string | null }
type Favourites = { pages: Favourite[] }

export function useFavourites(workspaceId: string) {
  const queries = useQueryClient()
  const queryKey = ['favourites', 'list', { workspaceId }]
  const { data, isPending } = useQuery({
    queryKey,
    queryFn: ({ signal }) => client.favourites.list({ workspaceId }, { signal }),
  })
  const pages = data?.pages ?? []
  const has = (pageId: string) => pages.some(({ id }) => id === pageId)

  /** Shown at once, taken back when the server refuses. */
  async function toggle({ id, title, icon }: Favourite): Promise<void> {
    const had = has(id)
    queries.setQueryData<Favourites>(queryKey, {
      pages: had ? pages.filter((page) => page.id !== id) : [...pages, { id, title, icon }],
    })
    try {
      const page = { workspaceId, pageId: id }
      await (had ? client.favourites.remove(page) : client.favourites.add(page))
    } catch (error) {
      showFailure(t.notFavourite, error)
    }
    await Promise.all([
      queries.invalidateQueries({ queryKey }),
      queries.invalidateQueries({ queryKey: ['pages', 'document'] }),
    ])
  }
  return { pages, isPending, has, toggle }
}
