import { Anchor, Button } from '@mantine/core'
import { useDisclosure } from '@mantine/hooks'
import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { IconMessageChatbot, IconPlus } from '../../../vendor/icons/icons.ts'
import { client } from '../../lib/client.ts'
import { formatList } from '../../lib/numbers.ts'
import { useRights, useWorkspace } from '../../lib/workspace.tsx'
import { ListPlaceholder } from '../../ui/rows/list-placeholder.tsx'
import { Rows } from '../../ui/rows/rows.tsx'
import { EmptyState } from '../../ui/screens/empty-state.tsx'
import { Section } from '../../ui/screens/section.tsx'
import { SettingsScreen } from '../../ui/screens/settings-screen.tsx'
import { BotRow } from './bot-row.tsx'
import { ConnectModal } from './connect-modal.tsx'
import { LinkedPeople } from './linked-people.tsx'
import { t } from './messages.ts'
import { useServices } from './service-list.ts'
import { Subscriptions } from './subscriptions.tsx'
import type { Service } from './types.ts'

/** Bots that answer members in chats and notify chats of changes. */
export function Chats() {
  const { workspace } = useWorkspace()
  const { canManage } = useRights()
  const [isOpen, { open, close }] = useDisclosure()
  const list = useQuery({
    queryKey: ['chats', workspace.id],
    queryFn: () => client.chats.list({ workspaceId: workspace.id }),
    refetchInterval: 10_000,
  })
  const services = useServices()
  // A bot is shown with the display name of its service.
  const awaited = services.isPending ? services : list
  const bots = services.isPending ? undefined : list.data?.bots
  return (
    <SettingsScreen title={t.title} description={descriptionOf(services.data?.services ?? [])}>
      <Section
        title={t.bots}
        action={
          canManage && (
            <Button leftSection={<IconPlus size={18} />} onClick={open}>
              {t.connectBot}
            </Button>
          )
        }
      >
        <ListPlaceholder list={awaited} />
        {bots?.length === 0 && (
          <EmptyState icon={<IconMessageChatbot />} title={t.emptyTitle}>
            {canManage ? t.emptyForManagers : t.emptyForMembers}
          </EmptyState>
        )}
        <Rows label={t.bots}>
          {bots?.map((bot) => (
            <BotRow key={bot.id} bot={bot} />
          ))}
        </Rows>
      </Section>
      {bots?.[0] !== undefined && <LinkedPeople bots={bots} />}
      {bots?.[0] !== undefined && <Subscriptions bots={bots} />}
      <ConnectModal isOpen={isOpen} close={close} />
    </SettingsScreen>
  )
}

function descriptionOf(services: readonly Service[]) {
  const link = (children: ReactNode) => <Anchor href="/docs">{children}</Anchor>
  if (services.length === 0) return t.descriptionWithoutServices({ link })
  return t.description({ link, services: formatList(services.map(({ label }) => label)) })
}
