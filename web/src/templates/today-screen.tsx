import { useQuery, useQueryClient } from '@tanstack/react-query'
import { Navigate, useSearchParams } from 'react-router'
import { client } from '../lib/client.ts'
import { asNewAt } from '../lib/new-page.ts'
import { timeZoneHere } from '../lib/templates/new-page.ts'
import { useWorkspace } from '../lib/workspace.tsx'
import { ErrorNotice } from '../ui/screens/error-notice.tsx'
import { PageSkeleton } from '../ui/screens/page-skeleton.tsx'
import { Screen } from '../ui/screens/screen.tsx'
import { t } from '../ui/templates/messages.ts'

/** Opens the page of today, or of the day in the address, and creates it with the first visit. */
export function TodayScreen() {
  const { workspace } = useWorkspace()
  const [parameters] = useSearchParams()
  const date = parameters.get('date')
  const queries = useQueryClient()
  const { data, error, refetch } = useQuery({
    queryKey: ['dailyPages', 'open', workspace.id, date],
    queryFn: async () => {
      const given = date === null ? {} : { date }
      const day = { workspaceId: workspace.id, ...given, timeZone: timeZoneHere() }
      const opened = await client.dailyPages.open(day)
      if (opened.isNew) void queries.invalidateQueries({ queryKey: ['pages', 'children'] })
      return opened
    },
    retry: false,
    // Tomorrow it is another page.
    gcTime: 0,
  })
  if (data !== undefined) {
    const { pageId, isNew, cursor } = data
    const state = isNew && cursor !== null ? { state: asNewAt(cursor) } : {}
    return <Navigate to={`/pages/${pageId}`} replace {...state} />
  }
  return (
    <Screen title={t.today}>
      {error === null ? (
        <div role="status" aria-label={t.opening}>
          <PageSkeleton lines={3} />
        </div>
      ) : (
        <ErrorNotice error={error} title={t.notOpened} retry={() => void refetch()} />
      )}
    </Screen>
  )
}
