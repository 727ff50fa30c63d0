import { Anchor, Button } from '@mantine/core'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { Link, useParams } from 'react-router'
import { IconFileOff } from '../../vendor/icons/icons.ts'
import { client } from '../lib/client.ts'
import { isCode } from '../lib/errors.ts'
import { pageQuery } from '../lib/page-query.ts'
import { useWorkspace } from '../lib/workspace.tsx'
import { EmptyState } from '../ui/screens/empty-state.tsx'
import { ErrorNotice } from '../ui/screens/error-notice.tsx'
import { OfflineNotice } from '../ui/screens/offline-notice.tsx'
import { PageSkeleton } from '../ui/screens/page-skeleton.tsx'
import { t } from './messages.ts'
import { type TemplatesPart, OpenPage, type PropertiesPart } from './open-page.tsx'
import type { Bodies } from './page-body.tsx'
import { type Moved, useMoved } from './use-moved.ts'
import type { SidePanel } from './use-side-panel.ts'

type Props = {
  bodies: Bodies
  sidePanels?: readonly SidePanel[] | undefined
  Properties?: PropertiesPart
  Templates?: TemplatesPart
}

/** The page at `/pages/{id}`, in whichever of the person's workspaces it is. */
export function PageScreen({ bodies, sidePanels, Properties, Templates }: Props) {
  const { pageId = '' } = useParams()
  const { workspace, select } = useWorkspace()
  const queries = useQueryClient()
  const query = pageQuery(workspace.id, pageId)
  const { data: page, error, refetch } = useQuery(query)
  const isUnreachable = useIsUnreachable(pageId, { error, isThere: page !== undefined })
  const isElsewhere = isCode(error, 'PAGE_NOT_FOUND')
  const { data: found, error: locateError } = useQuery({
    queryKey: ['pages', 'locate', pageId],
    queryFn: ({ signal }) => client.pages.locate({ pageId }, { signal }),
    enabled: isElsewhere,
    retry: false,
  })
  useEffect(() => {
    if (isElsewhere && found !== undefined) select(found.workspaceId)
  }, [isElsewhere, found, select])
  useRecordVisit(workspace.id, page?.id)
  if (page !== undefined && page.id === pageId) {
    return (
      <OpenPage
        key={pageId}
        workspaceId={workspace.id}
        {...{ page, bodies, sidePanels, Properties, Templates }}
      />
    )
  }
  if (locateError !== null) return <NoPage pageId={pageId} />
  if (isUnreachable) return <OfflineNotice title={t.notOffline} retry={() => void refetch()} />
  if (error !== null && !isElsewhere) {
    return <ErrorNotice error={error} title={t.openFailed} retry={() => void refetch()} />
  }
  const askAgain = () => void queries.cancelQueries(query).then(() => refetch())
  return (
    <div className="page">
      <div className="page-article">
        <PageSkeleton />
        <p className="page-late">
          {t.slow({
            retry: (label) => (
              <Anchor component="button" type="button" inherit onClick={askAgain}>
                {label}
              </Anchor>
            ),
          })}
        </p>
      </div>
    </div>
  )
}

/** Whether the page could not be asked for, until there is another answer; a new try says nothing yet. */
function useIsUnreachable(
  pageId: string,
  { error, isThere }: { error: Error | null; isThere: boolean },
) {
  const [unreachableId, setUnreachableId] = useState<string>()
  const now = isCode(error, 'UNREACHABLE') ? pageId : undefined
  if ((error !== null || isThere) && unreachableId !== now) setUnreachableId(now)
  return !isThere && unreachableId === pageId
}

/** Puts the page among those opened last. */
function useRecordVisit(workspaceId: string, pageId: string | undefined): void {
  const queries = useQueryClient()
  useEffect(() => {
    if (pageId === undefined) return
    void client.recent
      .visit({ workspaceId, pageId })
      .then(() => queries.invalidateQueries({ queryKey: ['recent'] }))
      .catch(() => undefined)
  }, [queries, workspaceId, pageId])
}

function NoPage({ pageId }: { pageId: string }) {
  const moved = useMoved(pageId, true)
  if (moved === undefined) return null
  if (moved !== null) return <MovedPage {...moved} />
  return (
    <EmptyState
      icon={<IconFileOff size={26} />}
      title={t.notFoundTitle}
      action={
        <Button component={Link} to="/" mt="sm">
          {t.goHome}
        </Button>
      }
    >
      {t.notFoundHint({
        trash: (label) => (
          <Anchor component={Link} to="/trash">
            {label}
          </Anchor>
        ),
      })}
    </EmptyState>
  )
}

function MovedPage({ text, address }: Moved) {
  return (
    <EmptyState
      icon={<IconFileOff size={26} />}
      title={t.movedTitle}
      action={
        <Button component={Link} to={address ?? '/'} mt="sm">
          {address === undefined ? t.goHome : t.openMoved}
        </Button>
      }
    >
      {text}
    </EmptyState>
  )
}
