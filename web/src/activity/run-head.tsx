import { Group, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { authorName, claimOf } from '../lib/authors/author-name.ts'
import { RevertRun } from '../ui/reverts/revert-run.tsx'
import { useCanRevert } from '../ui/reverts/use-can-revert.ts'
import { type ListedRun, runQuery } from './activity-queries.ts'
import { t } from './messages.ts'

/** Who made a run and how much it changed, with the button that reverts it. */
export function RunHead({ workspaceId, runId }: { workspaceId: string; runId: string }) {
  const { data } = useQuery(runQuery(workspaceId, runId))
  return data === undefined ? null : <Head workspaceId={workspaceId} run={data} />
}

function Head({ workspaceId, run }: { workspaceId: string; run: ListedRun }) {
  const { id, person, changes, pages } = run
  const canRevert = useCanRevert({ run, author: person ?? { id: '' } })
  const name = person === null ? t.operator : authorName(person, run)
  return (
    <Group mb="md" gap="sm">
      <Text size="sm" title={claimOf(run)}>
        <bdi>{name}</bdi>
        {' · '}
        {t.summary({ changes, pages })}
      </Text>
      {canRevert && <RevertRun workspaceId={workspaceId} runId={id} name={name} />}
    </Group>
  )
}
