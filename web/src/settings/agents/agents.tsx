import { Button } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { IconPlus, IconRobot } from '../../../vendor/icons/icons.ts'
import { client } from '../../lib/client.ts'
import { useRights, useWorkspace } from '../../lib/workspace.tsx'
import { ListPlaceholder } from '../../ui/rows/list-placeholder.tsx'
import { Rows } from '../../ui/rows/rows.tsx'
import { EmptyState } from '../../ui/screens/empty-state.tsx'
import { Section } from '../../ui/screens/section.tsx'
import { SettingsScreen } from '../../ui/screens/settings-screen.tsx'
import { AgentModal } from './agent-modal.tsx'
import { agentsKey } from './agent-queries.ts'
import { AgentRow, type Shown } from './agent-row.tsx'
import { KeysModal } from './keys-modal.tsx'
import { t } from './messages.ts'
import { OwnerModal } from './owner-modal.tsx'
import { WebhookModal } from './webhook-modal.tsx'

type Opened = { shows: 'new' } | { shows: Shown; agentId: string }

/** The agent accounts of the workspace. */
export function Agents() {
  const { workspace } = useWorkspace()
  const { canCreate } = useRights()
  const [opened, setOpened] = useState<Opened>()
  const workspaceId = workspace.id
  const list = useQuery({
    queryKey: agentsKey(workspaceId),
    queryFn: () => client.agentAccounts.list({ workspaceId }),
  })
  const agents = list.data?.agents
  const close = () => setOpened(undefined)
  const agentId = opened === undefined || opened.shows === 'new' ? undefined : opened.agentId
  const agent = agents?.find(({ id }) => id === agentId)
  const props = { workspaceId, close }
  return (
    <SettingsScreen title={t.title} description={t.description({ workspace: workspace.name })}>
      <Section
        title={t.title}
        action={
          canCreate && (
            <Button
              leftSection={<IconPlus size={18} />}
              onClick={() => setOpened({ shows: 'new' })}
            >
              {t.newAgent}
            </Button>
          )
        }
      >
        <ListPlaceholder list={list} />
        {agents?.length === 0 && (
          <EmptyState icon={<IconRobot size={26} />} title={t.emptyTitle}>
            {t.empty}
          </EmptyState>
        )}
        <Rows label={t.title}>
          {agents?.map((one) => (
            <AgentRow
              key={one.id}
              workspaceId={workspaceId}
              agent={one}
              open={(shows) => setOpened({ shows, agentId: one.id })}
            />
          ))}
        </Rows>
      </Section>
      {opened?.shows === 'new' && <AgentModal {...props} agent={undefined} />}
      {opened?.shows === 'agent' && agent !== undefined && <AgentModal {...props} agent={agent} />}
      {opened?.shows === 'keys' && agent !== undefined && <KeysModal {...props} agent={agent} />}
      {opened?.shows === 'owner' && agent !== undefined && <OwnerModal {...props} agent={agent} />}
      {opened?.shows === 'webhook' && agent !== undefined && (
        <WebhookModal {...props} agent={agent} />
      )}
    </SettingsScreen>
  )
}
