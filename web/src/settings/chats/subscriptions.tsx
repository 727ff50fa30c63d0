import { Button, Code, Text } from '@mantine/core'
import { useDisclosure } from '@mantine/hooks'
import { useQuery } from '@tanstack/react-query'
import { IconPlus } from '../../../vendor/icons/icons.ts'
import { client } from '../../lib/client.ts'
import { useRights, useWorkspace } from '../../lib/workspace.tsx'
import { Rows } from '../../ui/rows/rows.tsx'
import { ErrorNotice } from '../../ui/screens/error-notice.tsx'
import { Section } from '../../ui/screens/section.tsx'
import { t } from './messages.ts'
import { SubscribeModal } from './subscribe-modal.tsx'
import { SubscriptionRow } from './subscription-row.tsx'
import type { Bot } from './types.ts'

/** The chats that are notified of changes. */
export function Subscriptions({ bots }: { bots: readonly Bot[] }) {
  const { workspace } = useWorkspace()
  const { canManage } = useRights()
  const [isOpen, { open, close }] = useDisclosure()
  const { data, error, refetch } = useQuery({
    queryKey: ['chats', workspace.id, 'subscriptions'],
    queryFn: () => client.chatSubscriptions.list({ workspaceId: workspace.id }),
    refetchInterval: 10_000,
  })
  const add = canManage && (
    <Button variant="default" leftSection={<IconPlus size={18} />} onClick={open}>
      {t.subscribe}
    </Button>
  )
  return (
    <Section title={t.subscriptions} action={add}>
      {error !== null && <ErrorNotice error={error} retry={() => void refetch()} />}
      {data?.subscriptions.length === 0 && (
        <Text c="dimmed">
          {t.subscriptionsEmpty({ command: (children) => <Code>{children}</Code> })}
        </Text>
      )}
      <Rows label={t.subscriptions}>
        {data?.subscriptions.map((one) => (
          <SubscriptionRow
            key={one.id}
            subscription={one}
            bot={bots.find(({ id }) => id === one.connectionId)}
          />
        ))}
      </Rows>
      <SubscribeModal bots={bots} isOpen={isOpen} close={close} />
    </Section>
  )
}
