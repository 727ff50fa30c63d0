import { Anchor, Button } from '@mantine/core'
import { useDisclosure } from '@mantine/hooks'
import { IconMessageChatbot, IconPlus } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { client } from '../../lib/client.ts'
import { useRights, useWorkspace } from '../../lib/workspace.tsx'
import { ListPlaceholder } from '../../ui/rows/list-placeholder.tsx'
import { Rows } from '../../ui/rows/rows.tsx'
import { EmptyState } from '../../ui/screens/empty-state.tsx'
import { Section } from '../../ui/screens/section.tsx'
import { SettingsScreen } from '../../ui/screens/settings-screen.tsx'
import { BotRow } from './bot-row.tsx'
import { ConnectModal } from './connect-modal.tsx'
import { LinkedPeople } from './linked-people.tsx'
import { useServices } from './service-list.ts'
import type { Service } from './shapes.ts'
import { Subscriptions } from './subscriptions.tsx'

/** Bots that answer members in chats, and tell chats what happens. */
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
  // A bot is shown with what people call its service.
  const awaited = services.isPending ? services : list
  const bots = services.isPending ? undefined : list.data?.bots
  return (
    <SettingsScreen
      title="Chats"
      description={
        <>
          Search and read {placeOf(services.data?.services ?? [])}, and be told there what happens.{' '}
          <Anchor href="/docs">What a bot may do</Anchor>
        </>
      }
    >
      <Section
        title="Bots"
        action={
          canManage && (
            <Button leftSection={<IconPlus size={18} />} onClick={open}>
              Connect a bot
            </Button>
          )
        }
      >
        <ListPlaceholder list={awaited} />
        {bots?.length === 0 && (
          <EmptyState icon={<IconMessageChatbot />} title="No bots yet">
            {canManage
              ? 'Make a bot where your team talks, and connect it here. It takes five minutes.'
              : 'Owners and admins connect bots. Then you can link yourself here.'}
          </EmptyState>
        )}
        <Rows label="Bots">
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

const listed = new Intl.ListFormat('en-GB')

/** Where bots can be, in the words of a sentence. */
function placeOf(services: readonly Service[]): string {
  if (services.length === 0) return 'where your team talks'
  return `from ${listed.format(services.map(({ label }) => label))}`
}
