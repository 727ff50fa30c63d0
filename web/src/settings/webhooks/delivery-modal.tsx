import { Badge, Button, Group, Modal, Skeleton, Stack, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useAction } from '../../lib/actions.ts'
import { client } from '../../lib/client.ts'
import { useWorkspace } from '../../lib/workspace.tsx'
import { CopyButton } from '../../ui/forms/copy-button.tsx'
import { RelativeTime } from '../../ui/relative-time.tsx'
import { ErrorNotice } from '../../ui/screens/error-notice.tsx'
import { AttemptCard } from './attempt-card.tsx'
import { readable, statusColors } from './labels.ts'
import { deliveryTexts as t } from './messages.ts'
import { TextBlock } from './text-block.tsx'
import type { Delivery, Webhook } from './types.ts'

type Props = { webhook: Webhook; deliveryId: string | undefined; close: () => void }

/** One delivery: the request and the result of each attempt. */
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
    <Modal opened={deliveryId !== undefined} onClose={close} size="xl" title={t.one}>
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
    { changes: [['deliveries', webhook.id]], done: t.resending },
  )
  const isExpired = body === null
  return (
    <Stack gap="md">
      <Group justify="space-between">
        <div>
          <Group gap={8}>
            <Text ff="monospace">{type}</Text>
            <Badge size="sm" variant="light" color={statusColors[status]}>
              {t[status]}
            </Badge>
          </Group>
          <Text size="sm" c="dimmed" style={{ overflowWrap: 'anywhere' }}>
            <RelativeTime at={createdAt} /> · {t.eventId({ id: eventId })}
          </Text>
        </div>
        <Button
          size="xs"
          loading={resend.isPending}
          disabled={isExpired || !webhook.enabled}
          onClick={() => resend.mutate()}
        >
          {t.resend}
        </Button>
      </Group>
      {isExpired ? (
        <Text size="sm" c="dimmed">
          {t.bodyExpired}
        </Text>
      ) : (
        <TextBlock title={t.payload} text={readable(body)} action={<CopyButton value={body} />} />
      )}
      {log.map((attempt) => (
        <AttemptCard key={attempt.number} attempt={attempt} />
      ))}
      {log.length === 0 && (
        <Text size="sm" c="dimmed">
          {t.noAttempts}
        </Text>
      )}
    </Stack>
  )
}
