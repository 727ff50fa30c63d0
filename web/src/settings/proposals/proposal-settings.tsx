import { Skeleton, Stack, Switch } from '@mantine/core'
import { notifications } from '@mantine/notifications'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { client } from '../../lib/client.ts'
import { useWorkspace } from '../../lib/workspace.tsx'
import { ErrorNotice } from '../../ui/screens/error-notice.tsx'
import { Section } from '../../ui/screens/section.tsx'
import { showFailure } from '../../ui/undo.tsx'
import { t } from './messages.ts'

type Settings = { proposeOnly?: boolean; acceptsOwn?: boolean }

/** Whether members of the workspace only propose changes. */
export function ProposalSettings() {
  const { workspace } = useWorkspace()
  const queries = useQueryClient()
  const workspaceId = workspace.id
  const queryKey = ['proposals', 'settings', { workspaceId }]
  const { data, error, refetch } = useQuery({
    queryKey,
    queryFn: () => client.proposals.getProposalSettings({ workspaceId }),
  })
  const change = async (settings: Settings) => {
    try {
      const saved = await client.proposals.setProposalSettings({ workspaceId, ...settings })
      queries.setQueryData(queryKey, saved)
      notifications.show({ message: t.saved })
    } catch (failure) {
      showFailure(t.notSaved, failure)
    }
  }
  return (
    <Section title={t.title} description={t.description}>
      {error !== null && <ErrorNotice error={error} retry={() => void refetch()} />}
      {data === undefined && error === null && <Skeleton h={60} />}
      {data !== undefined && (
        <Stack gap="sm">
          <Switch
            label={t.proposeOnly}
            description={t.proposeOnlyHint}
            checked={data.proposeOnly}
            onChange={({ currentTarget }) => void change({ proposeOnly: currentTarget.checked })}
          />
          <Switch
            label={t.acceptsOwn}
            checked={data.acceptsOwn}
            onChange={({ currentTarget }) => void change({ acceptsOwn: currentTarget.checked })}
          />
        </Stack>
      )}
    </Section>
  )
}
