import { Anchor, Button } from '@mantine/core'
import { IconFileOff } from '@tabler/icons-react'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { Link, useParams } from 'react-router'
import { client } from '../lib/client.ts'
import { isCode } from '../lib/errors.ts'
import { pageQuery } from '../lib/page-query.ts'
import { useWorkspace } from '../lib/workspace.tsx'
import { EmptyState } from '../ui/screens/empty-state.tsx'
import { ErrorNotice } from '../ui/screens/error-notice.tsx'
import { OutOfReach } from '../ui/screens/out-of-reach.tsx'
import { PageSkeleton } from '../ui/screens/page-skeleton.tsx'
import { OpenPage } from './open-page.tsx'
import type { Bodies } from './page-body.tsx'
import type { Beside } from './use-beside.ts'

type Props = { bodies: Bodies; beside?: Beside | undefined }

/** The page at `/pages/{id}`, in whichever of the person's workspaces it is. */
export function PageScreen({ bodies, beside }: Props) {
  const { pageId = '' } = useParams()
  const { workspace, select } = useWorkspace()
  const queries = useQueryClient()
  const query = pageQuery(workspace.id, pageId)
  const { data: page, error, refetch } = useQuery(query)
  const isAway = useAway(pageId, { error, isThere: page !== undefined })
  const isElsewhere = isCode(error, 'PAGE_NOT_FOUND')
  const { data: found, error: isNowhere } = useQuery({
    queryKey: ['pages', 'locate', pageId],
    queryFn: ({ signal }) => client.pages.locate({ pageId }, { signal }),
    enabled: isElsewhere,
    retry: false,
  })
  useEffect(() => {
    if (isElsewhere && found !== undefined) select(found.workspaceId)
  }, [isElsewhere, found, select])
  useVisit(workspace.id, page?.id)
  if (page !== undefined && page.id === pageId) {
    return <OpenPage key={pageId} workspaceId={workspace.id} {...{ page, bodies, beside }} />
  }
  if (isNowhere !== null) return <NoPage />
  if (isAway) return <OutOfReach what="This page" retry={() => void refetch()} />
  if (error !== null && !isElsewhere) {
    return (
      <ErrorNotice
        error={error}
        title="The page could not be opened"
        retry={() => void refetch()}
      />
    )
  }
  return (
    <div className="page-article">
      <PageSkeleton />
      <p className="page-late">
        The server takes its time.{' '}
        <Anchor
          component="button"
          type="button"
          inherit
          onClick={() => void queries.cancelQueries(query).then(() => refetch())}
        >
          Try again
        </Anchor>
      </p>
    </div>
  )
}

/** Whether the page could not be asked for, until there is another answer; a new try says nothing yet. */
function useAway(pageId: string, { error, isThere }: { error: Error | null; isThere: boolean }) {
  const [awayId, setAwayId] = useState<string>()
  const now = isCode(error, 'UNREACHABLE') ? pageId : undefined
  if ((error !== null || isThere) && awayId !== now) setAwayId(now)
  return !isThere && awayId === pageId
}

/** Puts the page among those opened last. */
function useVisit(workspaceId: string, pageId: string | undefined): void {
  const queries = useQueryClient()
  useEffect(() => {
    if (pageId === undefined) return
    void client.recent
      .visit({ workspaceId, pageId })
      .then(() => queries.invalidateQueries({ queryKey: ['recent'] }))
      .catch(() => undefined)
  }, [queries, workspaceId, pageId])
}

function NoPage() {
  return (
    <EmptyState
      icon={<IconFileOff size={26} />}
      title="There is no page here for you"
      action={
        <Button component={Link} to="/" mt="sm">
          Go home
        </Button>
      }
    >
      It may have been moved to the{' '}
      <Anchor component={Link} to="/trash">
        trash
      </Anchor>
      , or belong to a workspace that you are not a member of.
    </EmptyState>
  )
}
