import { Button, Menu } from '@mantine/core'
import { notifications } from '@mantine/notifications'
import { useAction } from '../../lib/actions.ts'
import { client } from '../../lib/client.ts'
import { useWorkspace } from '../../lib/workspace.tsx'
import type { Webhook } from './shapes.ts'

const choices = [
  { hours: 1, label: 'The last hour' },
  { hours: 24, label: 'The last day' },
  { hours: 168, label: 'The last week' },
]

/** Sends everything again that did not arrive, since an instant. */
export function RecoverButton({ webhook }: { webhook: Webhook }) {
  const { workspace } = useWorkspace()
  const recover = useAction(
    (hours: number) =>
      client.webhookDeliveries.recover({
        workspaceId: workspace.id,
        webhookId: webhook.id,
        since: new Date(Date.now() - hours * 3_600_000).toISOString(),
      }),
    {
      changes: [['deliveries', webhook.id]],
      onDone: ({ deliveries }) =>
        notifications.show({
          message:
            deliveries === 0
              ? 'There is nothing that did not arrive.'
              : `${deliveries} ${deliveries === 1 ? 'delivery is' : 'deliveries are'} sent again.`,
        }),
    },
  )
  return (
    <Menu position="bottom-end">
      <Menu.Target>
        <Button
          variant="default"
          size="xs"
          loading={recover.isPending}
          disabled={!webhook.enabled}
          title={webhook.enabled ? undefined : 'Switch it on first'}
        >
          Send again what failed
        </Button>
      </Menu.Target>
      <Menu.Dropdown>
        {choices.map(({ hours, label }) => (
          <Menu.Item key={hours} onClick={() => recover.mutate(hours)}>
            {label}
          </Menu.Item>
        ))}
      </Menu.Dropdown>
    </Menu>
  )
}
