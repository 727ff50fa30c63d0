import { useQuery } from '@tanstack/react-query'
import { client } from '../lib/client.ts'
import { t } from './messages.ts'

export type Moved = {
  text: string
  /** The address of the page there. Undefined for people who cannot read it. */
  address: string | undefined
}

/** Where a page that is in the trash was moved to; null if it was not, and undefined until the server has answered. */
export function useMoved(pageId: string, isMissing: boolean): Moved | null | undefined {
  const { data, isPending } = useQuery({
    queryKey: ['transfers', 'locate', pageId],
    queryFn: ({ signal }) => client.transfers.locate({ pageId }, { signal }),
    enabled: isMissing,
    retry: false,
    gcTime: 0,
  })
  if (data === undefined) return isPending ? undefined : null
  const { location } = data
  if (location === null) return { text: t.movedAway, address: undefined }
  const { pageId: there, workspaceName: workspace } = location
  return there === pageId ? null : { text: t.movedTo({ workspace }), address: `/pages/${there}` }
}
