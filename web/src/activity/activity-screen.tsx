import { Anchor, Button, Group, SegmentedControl, Select, Text } from '@mantine/core'
import { Link, useSearchParams } from 'react-router'
import { IconDownload } from '../../vendor/icons/icons.ts'
import { useWorkspace } from '../lib/workspace.tsx'
import { Screen } from '../ui/screens/screen.tsx'
import { ActivityList } from './activity-list.tsx'
import { exportAddress, readFilter } from './activity-queries.ts'
import { t } from './messages.ts'
import { PersonFilter } from './person-filter.tsx'
import { RunHead } from './run-head.tsx'
import { RunList } from './run-list.tsx'

/** What happened in the workspace, and the runs. Filters are in the address, so that others can open the same list. */
export function ActivityScreen() {
  const { workspace } = useWorkspace()
  const [params, setParams] = useSearchParams()
  const filter = readFilter(params)
  const isOne = filter.runId !== undefined || filter.pageId !== undefined
  const view = params.get('view') === 'runs' && !isOne ? 'runs' : 'changes'
  const set = (name: string, value: string) =>
    setParams(
      (now) => {
        if (value === '') now.delete(name)
        else now.set(name, value)
        return now
      },
      { replace: true },
    )
  return (
    <Screen
      title={t.title}
      description={t.hint}
      action={
        <Button
          component="a"
          variant="default"
          leftSection={<IconDownload size={16} />}
          href={exportAddress(workspace.id, filter)}
          download="activity.jsonl"
        >
          {t.export}
        </Button>
      }
    >
      <Group align="flex-end" mb="md">
        {isOne ? (
          <Text size="sm">
            {filter.runId === undefined ? t.onePage : t.oneRun}
            {' · '}
            <Anchor component={Link} to="/activity" size="sm">
              {t.showAll}
            </Anchor>
          </Text>
        ) : (
          <SegmentedControl
            aria-label={t.view}
            value={view}
            onChange={(chosen) => set('view', chosen === 'runs' ? 'runs' : '')}
            data={[
              { value: 'changes', label: t.changes },
              { value: 'runs', label: t.runs },
            ]}
          />
        )}
        {view === 'changes' && (
          <Filters by={filter.by ?? ''} about={filter.about ?? ''} set={set} />
        )}
        {filter.runId === undefined && !workspace.isGuest && (
          <PersonFilter
            workspaceId={workspace.id}
            value={filter.userId ?? null}
            onChange={(value) => set('person', value ?? '')}
          />
        )}
      </Group>
      {filter.runId !== undefined && <RunHead workspaceId={workspace.id} runId={filter.runId} />}
      {view === 'runs' ? (
        <RunList
          workspaceId={workspace.id}
          {...(filter.userId !== undefined && { userId: filter.userId })}
        />
      ) : (
        <ActivityList workspaceId={workspace.id} filter={filter} />
      )}
    </Screen>
  )
}

type FiltersProps = { by: string; about: string; set: (name: string, value: string) => void }

function Filters({ by, about, set }: FiltersProps) {
  const { workspace } = useWorkspace()
  const kinds = [
    { value: '', label: t.everything },
    { value: 'page', label: t.pages },
    { value: 'comment', label: t.comments },
    { value: 'proposal', label: t.proposals },
    { value: 'file', label: t.files },
    { value: 'member', label: t.members },
    ...(workspace.role === 'OWNER' ? [{ value: 'audit', label: t.audit }] : []),
  ]
  return (
    <>
      <Select
        label={t.by}
        value={by}
        allowDeselect={false}
        onChange={(value) => set('by', value ?? '')}
        data={[
          { value: '', label: t.everyone },
          { value: 'agents', label: t.agents },
          { value: 'people', label: t.people },
        ]}
      />
      <Select
        label={t.about}
        value={about}
        allowDeselect={false}
        onChange={(value) => set('about', value ?? '')}
        data={kinds}
      />
    </>
  )
}
