import { Button, Menu } from '@mantine/core'
import { notifications } from '@mantine/notifications'
import { useAction } from '../../lib/actions.ts'
import { client } from '../../lib/client.ts'
import { useWorkspace } from '../../lib/workspace.tsx'
import { deliveryTexts as t } from './messages.ts'
import type { Webhook } from './types.ts'

function choices() {
  return [
    { hours: 1, label: t.lastHour },
    { hours: 24, label: t.lastDay },
    { hours: 168, label: t.lastWeek },
  ]
}

/** Resends the deliveries that failed in the last hours or days. */
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
        notifications.show({ message: t.resendQueued({ count: deliveries }) }),
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
          title={webhook.enabled ? undefined : t.switchOnFirst}
        >
          {t.resendFailed}
        </Button>
      </Menu.Target>
      <Menu.Dropdown>
        {choices().map(({ hours, label }) => (
          <Menu.Item key={hours} onClick={() => recover.mutate(hours)}>
            {label}
          </Menu.Item>
        ))}
      </Menu.Dropdown>
    </Menu>
  )
}
