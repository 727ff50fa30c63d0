import { Badge, Button, Group, NativeSelect, Skeleton, Text } from '@mantine/core'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { IconInbox } from '../../../vendor/icons/icons.ts'
import { client } from '../../lib/client.ts'
import { useWorkspace } from '../../lib/workspace.tsx'
import { RelativeTime } from '../../ui/relative-time.tsx'
import { Row } from '../../ui/rows/row.tsx'
import { Rows } from '../../ui/rows/rows.tsx'
import { ShowMore } from '../../ui/rows/show-more.tsx'
import { EmptyState } from '../../ui/screens/empty-state.tsx'
import { ErrorNotice } from '../../ui/screens/error-notice.tsx'
import { Section } from '../../ui/screens/section.tsx'
import { DeliveryModal } from './delivery-modal.tsx'
import { deliveryStatuses, statusColors } from './labels.ts'
import { deliveryTexts as t } from './messages.ts'
import { RecoverButton } from './recover-button.tsx'
import type { DeliveryStatus, DeliverySummary, Webhook } from './types.ts'

const pageSize = 25

function statusChoices() {
  return deliveryStatuses.map((status) => ({ value: status, label: t[status] }))
}

function timeChoices() {
  return [
    { value: '', label: t.anyTime },
    { value: '1', label: t.lastHour },
    { value: '24', label: t.lastDay },
    { value: '168', label: t.lastWeek },
  ]
}

/** The delivery log, newest first, filtered by status, event type and time. */
export function Deliveries({ webhook }: { webhook: Webhook }) {
  const { workspace } = useWorkspace()
  const [status, setStatus] = useState('')
  const [type, setType] = useState('')
  const [hours, setHours] = useState('')
  const [limit, setLimit] = useState(pageSize)
  const [openId, setOpenId] = useState<string>()
  const { data, error, isPending, refetch } = useQuery({
    queryKey: ['deliveries', webhook.id, { status, type, hours, limit }],
    queryFn: () =>
      client.webhookDeliveries.list({
        workspaceId: workspace.id,
        webhookId: webhook.id,
        limit: Math.min(limit, 200),
        ...filterOf(status, type, hours),
      }),
    refetchInterval: 5000,
    placeholderData: keepPreviousData,
  })
  const types = useQuery({
    queryKey: ['webhook-types'],
    queryFn: () => client.webhooks.listEventTypes({ workspaceId: workspace.id }),
    staleTime: Infinity,
  })
  const deliveries = data?.deliveries ?? []
  return (
    <Section title={t.title} action={<RecoverButton webhook={webhook} />}>
      <Group gap="xs" mb="sm">
        <Filter
          label={t.status}
          value={status}
          onChange={setStatus}
          all={t.anyStatus}
          data={statusChoices()}
        />
        <Filter
          label={t.event}
          value={type}
          onChange={setType}
          all={t.anyEvent}
          data={types.data?.eventTypes.map((one) => ({ value: one.type, label: one.type })) ?? []}
        />
        <Filter label={t.time} value={hours} onChange={setHours} data={timeChoices()} />
      </Group>
      {error !== null && <ErrorNotice error={error} retry={() => void refetch()} />}
      {isPending && <Skeleton h={120} />}
      {data !== undefined && deliveries.length === 0 && (
        <EmptyState icon={<IconInbox />} title={t.emptyTitle}>
          {status + type + hours === '' ? t.empty : t.noMatch}
        </EmptyState>
      )}
      <Rows label={t.title}>
        {deliveries.map((delivery) => (
          <DeliveryRow key={delivery.id} delivery={delivery} open={() => setOpenId(delivery.id)} />
        ))}
      </Rows>
      {deliveries.length === limit && limit < 200 && <ShowMore load={() => setLimit(limit * 2)} />}
      <DeliveryModal webhook={webhook} deliveryId={openId} close={() => setOpenId(undefined)} />
    </Section>
  )
}

function filterOf(status: string, type: string, hours: string) {
  const since = Date.now() - Number(hours) * 3_600_000
  return {
    // SAFETY: the fields offer only what the server takes.
    ...(status === '' ? {} : { status: status as DeliveryStatus }),
    ...(type === '' ? {} : { type: type as 'page.created' }),
    ...(hours === '' ? {} : { since: new Date(since).toISOString() }),
  }
}

type FilterProps = {
  label: string
  value: string
  onChange: (value: string) => void
  all?: string
  data: readonly { value: string; label: string }[]
}

function Filter({ label, value, onChange, all, data }: FilterProps) {
  return (
    <NativeSelect
      size="xs"
      aria-label={label}
      value={value}
      onChange={({ currentTarget }) => onChange(currentTarget.value)}
      data={[...(all === undefined ? [] : [{ value: '', label: all }]), ...data]}
    />
  )
}

function DeliveryRow({ delivery, open }: { delivery: DeliverySummary; open: () => void }) {
  const { type, status, attempts, createdAt, nextAttemptAt, cause } = delivery
  return (
    <Row
      title={
        <Text span ff="monospace" size="sm">
          {type}
        </Text>
      }
      badge={
        <Badge size="sm" variant="light" color={statusColors[status]}>
          {t[status]}
        </Badge>
      }
      note={
        <>
          <RelativeTime at={createdAt} />
          {` · ${t.attempts({ count: attempts })}`}
          {cause !== 'event' && ` · ${cause === 'test' ? t.test : t.resent}`}
          {status === 'retrying' && nextAttemptAt !== null && (
            <>
              {' · '}
              {t.nextAttempt({ when: () => <RelativeTime at={nextAttemptAt} /> })}
            </>
          )}
        </>
      }
      action={
        <Button variant="default" size="xs" aria-label={t.detailsOf({ type })} onClick={open}>
          {t.details}
        </Button>
      }
    />
  )
}
