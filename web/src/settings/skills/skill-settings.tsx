import { Skeleton, Switch } from '@mantine/core'
import { notifications } from '@mantine/notifications'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { client } from '../../lib/client.ts'
import { useWorkspace } from '../../lib/workspace.tsx'
import { ErrorNotice } from '../../ui/screens/error-notice.tsx'
import { Section } from '../../ui/screens/section.tsx'
import { showFailure } from '../../ui/undo.tsx'
import { t } from './messages.ts'

/** Whether signed-in people alone publish skills in the workspace. */
export function SkillSettings() {
  const { workspace } = useWorkspace()
  const queries = useQueryClient()
  const workspaceId = workspace.id
  const { data, error, refetch } = useQuery({
    queryKey: ['workspaces', 'skills', { workspaceId }],
    queryFn: ({ signal }) => client.skills.list({ workspaceId }, { signal }),
  })
  const change = async (reviewRequired: boolean) => {
    try {
      await client.skills.setReview({ workspaceId, reviewRequired })
      notifications.show({ message: t.saved })
    } catch (failure) {
      showFailure(t.notSaved, failure)
    }
    await queries.invalidateQueries({ queryKey: ['workspaces', 'skills', { workspaceId }] })
  }
  return (
    <Section title={t.title} description={t.description}>
      {error !== null && <ErrorNotice error={error} retry={() => void refetch()} />}
      {data === undefined && error === null && <Skeleton h={60} />}
      {data !== undefined && (
        <Switch
          label={t.reviewRequired}
          description={t.reviewRequiredHint}
          checked={data.reviewRequired}
          onChange={({ currentTarget }) => void change(currentTarget.checked)}
        />
      )}
    </Section>
  )
}
