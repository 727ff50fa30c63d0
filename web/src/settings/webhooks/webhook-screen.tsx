import { Alert, Anchor, Badge, Code, Group, Skeleton, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { Link, useParams } from 'react-router'
import { IconAlertTriangle, IconWebhook } from '../../../vendor/icons/icons.ts'
import { client } from '../../lib/client.ts'
import { failureText } from '../../lib/error-texts/failures/failure-text.ts'
import { useWorkspace } from '../../lib/workspace.tsx'
import { RelativeTime } from '../../ui/relative-time.tsx'
import { EmptyState } from '../../ui/screens/empty-state.tsx'
import { ErrorNotice } from '../../ui/screens/error-notice.tsx'
import { SettingsScreen } from '../../ui/screens/settings-screen.tsx'
import { AdminsOnly } from '../admins-only.tsx'
import { Deliveries } from './deliveries.tsx'
import { describeEvents, formats, stateOf } from './labels.ts'
import { t } from './messages.ts'
import type { Webhook } from './types.ts'
import { WebhookActions } from './webhook-actions.tsx'

/** One webhook: its state, actions and deliveries. */
export function WebhookScreen() {
  return (
    <AdminsOnly>
      <Loaded />
    </AdminsOnly>
  )
}

function Loaded() {
  const { webhookId = '' } = useParams()
  const { workspace } = useWorkspace()
  const { data, error, isPending, refetch } = useQuery({
    queryKey: ['webhooks', workspace.id],
    queryFn: () => client.webhooks.list({ workspaceId: workspace.id }),
    refetchInterval: 10_000,
  })
  const webhook = data?.webhooks.find(({ id }) => id === webhookId)
  return (
    <>
      <Anchor component={Link} to="/settings/webhooks" size="sm">
        {t.allWebhooks}
      </Anchor>
      {error !== null && <ErrorNotice error={error} retry={() => void refetch()} />}
      {isPending && <Skeleton h={120} mt="md" />}
      {data !== undefined && webhook === undefined && (
        <EmptyState icon={<IconWebhook />} title={t.notFoundTitle}>
          {t.notFound}
        </EmptyState>
      )}
      {webhook !== undefined && <Open webhook={webhook} />}
    </>
  )
}

function Open({ webhook }: { webhook: Webhook }) {
  const state = stateOf(webhook)
  const { name, url, events, format, enabled, failingSince, failures } = webhook
  const { disabledReason, disabledFailure } = webhook
  return (
    <SettingsScreen
      title={name}
      description={
        <>
          <Group gap={8}>
            <Badge size="sm" variant="light" color={state.color}>
              {state.label}
            </Badge>
            <Text size="sm" span>
              {describeEvents(events)} · {formats().find(({ value }) => value === format)?.label}
            </Text>
          </Group>
          <Code style={{ overflowWrap: 'anywhere' }}>{url}</Code>
        </>
      }
    >
      {!enabled && (
        <Alert mt="md" color="gray" icon={<IconAlertTriangle />} title={t.offTitle}>
          {disabledReason !== null && failureText(disabledFailure, disabledReason)} {t.offBody}
        </Alert>
      )}
      {enabled && failingSince !== null && (
        <Alert mt="md" color="orange" variant="light" icon={<IconAlertTriangle />}>
          {t.failingBody({ failures, when: () => <RelativeTime at={failingSince} /> })}
        </Alert>
      )}
      <WebhookActions webhook={webhook} />
      <Deliveries webhook={webhook} />
    </SettingsScreen>
  )
}
