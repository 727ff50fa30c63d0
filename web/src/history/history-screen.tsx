import { Anchor, Button, Group, SegmentedControl, Text, Title } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { Link, useParams, useSearchParams } from 'react-router'
import { IconArrowLeft, IconHistory, IconRestore } from '../../vendor/icons/icons.ts'
import { includes } from '../lib/access/levels.ts'
import { usePageLevel } from '../lib/access/page-level.ts'
import { authorName } from '../lib/authors/author-name.ts'
import { formatExactTime } from '../lib/dates.ts'
import { useWorkspace } from '../lib/workspace.tsx'
import { useAgentIcons } from '../ui/authors/use-agent-icons.ts'
import { PageText } from '../ui/page-text.tsx'
import { RevertRun } from '../ui/reverts/revert-run.tsx'
import { useCanRevert } from '../ui/reverts/use-can-revert.ts'
import { EmptyState } from '../ui/screens/empty-state.tsx'
import { ErrorNotice } from '../ui/screens/error-notice.tsx'
import { HeaderContent } from '../ui/screens/header-slot.tsx'
import { PageSkeleton } from '../ui/screens/page-skeleton.tsx'
import { useTitle } from '../ui/screens/screen.tsx'
import { Difference } from './difference.tsx'
import { t } from './messages.ts'
import { useRestore } from './use-restore.ts'
import { VersionList } from './version-list.tsx'
import { comparisonQuery, versionQuery, versionsQuery } from './version-queries.ts'
import type { Version } from './version-queries.ts'
import './history.css'
import { WhoWrote } from './who-wrote.tsx'

/** The versions of a page, who made them, and what changed in each. */
export function HistoryScreen() {
  const { pageId = '' } = useParams()
  const { workspace } = useWorkspace()
  const pageIds = { workspaceId: workspace.id, pageId }
  const { data, error, refetch } = useQuery(versionsQuery(pageIds))
  useTitle(t.title)
  return (
    <div className="history">
      <HeaderContent>
        <Anchor
          component={Link}
          to={`/pages/${pageId}`}
          size="sm"
          c="inherit"
          className="history-back"
        >
          <IconArrowLeft size={16} aria-hidden /> {t.back}
        </Anchor>
      </HeaderContent>
      {error !== null && (
        <ErrorNotice error={error} title={t.loadFailed} retry={() => void refetch()} />
      )}
      {error === null && data === undefined && <PageSkeleton />}
      {data !== undefined && <Versions pageIds={pageIds} versions={data.versions} />}
    </div>
  )
}

type VersionsProps = {
  pageIds: { workspaceId: string; pageId: string }
  versions: readonly Version[]
}

function Versions({ pageIds, versions }: VersionsProps) {
  const [search, setSearch] = useSearchParams()
  const canWrite = includes(usePageLevel(pageIds.workspaceId, pageIds.pageId), 'write')
  const icons = useAgentIcons()
  const [newest] = versions
  const requested = Number(search.get('version'))
  const index = Math.max(
    0,
    versions.findIndex(({ version }) => version === requested),
  )
  const selected = versions[index]
  const restore = useRestore(pageIds, newest?.version)
  if (newest === undefined || selected === undefined) {
    return (
      <EmptyState icon={<IconHistory size={26} />} title={t.emptyTitle}>
        {t.empty}
      </EmptyState>
    )
  }
  return (
    <>
      <aside className="history-side">
        <Title order={1} size="h4" mb="sm">
          {t.title}
        </Title>
        <VersionList
          versions={versions}
          icons={icons}
          selected={selected.version}
          select={(version) => setSearch({ version: String(version) }, { replace: true })}
        />
      </aside>
      <VersionDetails
        key={selected.version}
        pageIds={pageIds}
        version={selected}
        before={versions[index + 1]?.version}
        isCurrent={index === 0}
        canAccept={canWrite}
        restore={canWrite && index > 0 ? () => void restore(selected.version) : undefined}
      />
    </>
  )
}

type DetailsProps = {
  pageIds: { workspaceId: string; pageId: string }
  version: Version
  before: number | undefined
  isCurrent: boolean
  canAccept: boolean
  restore: (() => void) | undefined
}

function VersionDetails({ pageIds, version, before, restore, ...props }: DetailsProps) {
  const [view, setView] = useState('changes')
  return (
    <section className="history-main" aria-label={t.version}>
      <Group justify="space-between" align="flex-start" mb="lg">
        <div style={{ minWidth: 0 }}>
          <Title order={2} size="h3" dir="auto">
            {version.title || t.untitled}
          </Title>
          <Text size="sm" c="dimmed">
            {formatExactTime(version.createdAt)}
            {version.run !== null && (
              <>
                {' · '}
                <Anchor
                  component={Link}
                  to={`/activity?run=${version.run.id}`}
                  size="sm"
                  display="inline-block"
                >
                  {t.showRun}
                </Anchor>
              </>
            )}
            {' · '}
            <Anchor
              component={Link}
              to={`/activity?page=${pageIds.pageId}`}
              size="sm"
              display="inline-block"
            >
              {t.activity}
            </Anchor>
          </Text>
        </div>
        <Group gap="sm">
          <SegmentedControl
            aria-label={t.view}
            size="xs"
            value={view}
            onChange={setView}
            data={[
              { value: 'changes', label: t.changes },
              { value: 'text', label: t.text },
              { value: 'authors', label: t.whoWrote },
            ]}
          />
          <RevertOfVersion workspaceId={pageIds.workspaceId} version={version} />
          {restore !== undefined && (
            <Button size="xs" leftSection={<IconRestore size={16} />} onClick={restore}>
              {t.restore}
            </Button>
          )}
        </Group>
      </Group>
      {view === 'changes' && <Changes pageIds={pageIds} from={before} to={version.version} />}
      {view === 'text' && <VersionText pageIds={pageIds} version={version.version} />}
      {view === 'authors' && <WhoWrote pageIds={pageIds} version={version.version} {...props} />}
    </section>
  )
}

function RevertOfVersion({ workspaceId, version }: { workspaceId: string; version: Version }) {
  const { run, author } = version
  const canRevert = useCanRevert(version)
  if (run === null || !canRevert) return null
  return <RevertRun workspaceId={workspaceId} runId={run.id} name={authorName(author, run)} />
}

type ChangesProps = Pick<DetailsProps, 'pageIds'> & { from: number | undefined; to: number }

function Changes({ pageIds, from, to }: ChangesProps) {
  const { data, error, refetch } = useQuery(comparisonQuery(pageIds, from, to))
  if (error !== null) return <ErrorNotice error={error} retry={() => void refetch()} />
  return data === undefined ? <PageSkeleton /> : <Difference {...data} />
}

function VersionText({ pageIds, version }: Pick<DetailsProps, 'pageIds'> & { version: number }) {
  const { data, error, refetch } = useQuery(versionQuery(pageIds, version))
  if (error !== null) return <ErrorNotice error={error} retry={() => void refetch()} />
  return data === undefined ? <PageSkeleton /> : <PageText content={data.content} />
}
