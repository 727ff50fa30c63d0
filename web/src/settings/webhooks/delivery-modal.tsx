import { Badge, Button, Group, Modal, Skeleton, Stack, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useAction } from '../../lib/actions.ts'
import { client } from '../../lib/client.ts'
import { useWorkspace } from '../../lib/workspace.tsx'
import { CopyButton } from '../../ui/forms/copy-button.tsx'
import { ErrorNotice } from '../../ui/screens/error-notice.tsx'
import { When } from '../../ui/when.tsx'
import { AttemptCard } from './attempt-card.tsx'
import { Block } from './block.tsx'
import type { Delivery, Webhook } from './shapes.ts'
import { readable, statuses } from './words.ts'

type Props = { webhook: Webhook; deliveryId: string | undefined; close: () => void }

/** One delivery: what was sent, and what came of each attempt. */
export function DeliveryModal({ webhook, deliveryId, close }: Props) {
  const { workspace } = useWorkspace()
  const { data, error, refetch } = useQuery({
    queryKey: ['deliveries', webhook.id, deliveryId],
    queryFn: () =>
      client.webhookDeliveries.get({
        workspaceId: workspace.id,
        webhookId: webhook.id,
        deliveryId: deliveryId ?? '',
      }),
    enabled: deliveryId !== undefined,
    refetchInterval: 3000,
  })
  return (
    <Modal opened={deliveryId !== undefined} onClose={close} size="xl" title="Delivery">
      {error !== null && <ErrorNotice error={error} retry={() => void refetch()} />}
      {data === undefined && error === null && <Skeleton h={240} />}
      {data !== undefined && <Content webhook={webhook} delivery={data.delivery} />}
    </Modal>
  )
}

function Content({ webhook, delivery }: { webhook: Webhook; delivery: Delivery }) {
  const { workspace } = useWorkspace()
  const { type, status, eventId, createdAt, body, log } = delivery
  const resend = useAction(
    () =>
      client.webhookDeliveries.redeliver({
        workspaceId: workspace.id,
        webhookId: webhook.id,
        deliveryId: delivery.id,
      }),
    { changes: [['deliveries', webhook.id]], done: 'It is sent again.' },
  )
  const isLost = body === null
  return (
    <Stack gap="md">
      <Group justify="space-between">
        <div>
          <Group gap={8}>
            <Text ff="monospace">{type}</Text>
            <Badge size="sm" variant="light" color={statuses[status].color}>
              {statuses[status].label}
            </Badge>
          </Group>
          <Text size="sm" c="dimmed" style={{ overflowWrap: 'anywhere' }}>
            <When at={createdAt} /> · webhook-id {eventId}
          </Text>
        </div>
        <Button
          size="xs"
          loading={resend.isPending}
          disabled={isLost || !webhook.enabled}
          onClick={() => resend.mutate()}
        >
          Send again
        </Button>
      </Group>
      {isLost ? (
        <Text size="sm" c="dimmed">
          What was sent is kept for some days only.
        </Text>
      ) : (
        <Block title="Sent" text={readable(body)} action={<CopyButton value={body} />} />
      )}
      {log.map((attempt) => (
        <AttemptCard key={attempt.number} attempt={attempt} />
      ))}
      {log.length === 0 && (
        <Text size="sm" c="dimmed">
          There was no attempt yet.
        </Text>
      )}
    </Stack>
  )
}
