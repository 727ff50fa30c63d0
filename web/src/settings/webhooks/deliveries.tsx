import { Badge, Button, Group, NativeSelect, Skeleton, Text } from '@mantine/core'
import { IconInbox } from '@tabler/icons-react'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { client } from '../../lib/client.ts'
import { useWorkspace } from '../../lib/workspace.tsx'
import { Row } from '../../ui/rows/row.tsx'
import { Rows } from '../../ui/rows/rows.tsx'
import { EmptyState } from '../../ui/screens/empty-state.tsx'
import { ErrorNotice } from '../../ui/screens/error-notice.tsx'
import { Section } from '../../ui/screens/section.tsx'
import { When } from '../../ui/when.tsx'
import { DeliveryModal } from './delivery-modal.tsx'
import { RecoverButton } from './recover-button.tsx'
import type { DeliveryStatus, DeliverySummary, Webhook } from './shapes.ts'
import { causes, statuses } from './words.ts'

const page = 25
const choices = Object.entries(statuses).map(([value, { label }]) => ({ value, label }))
const times = [
  { value: '', label: 'At any time' },
  { value: '1', label: 'In the last hour' },
  { value: '24', label: 'In the last day' },
  { value: '168', label: 'In the last week' },
]

/** The log: what was sent, by status, type and time, the newest first. */
export function Deliveries({ webhook }: { webhook: Webhook }) {
  const { workspace } = useWorkspace()
  const [status, setStatus] = useState('')
  const [type, setType] = useState('')
  const [hours, setHours] = useState('')
  const [limit, setLimit] = useState(page)
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
    <Section title="Deliveries" action={<RecoverButton webhook={webhook} />}>
      <Group gap="xs" mb="sm">
        <Filter
          label="Status"
          value={status}
          onChange={setStatus}
          all="Every status"
          data={choices}
        />
        <Filter
          label="Event"
          value={type}
          onChange={setType}
          all="Every event"
          data={types.data?.eventTypes.map((one) => ({ value: one.type, label: one.type })) ?? []}
        />
        <Filter label="Time" value={hours} onChange={setHours} data={times} />
      </Group>
      {error !== null && <ErrorNotice error={error} retry={() => void refetch()} />}
      {isPending && <Skeleton h={120} />}
      {data !== undefined && deliveries.length === 0 && (
        <EmptyState icon={<IconInbox />} title="Nothing here">
          {status + type + hours === ''
            ? 'Change a page, or send a test: what is sent shows up here.'
            : 'No delivery is like that. Choose another status, event or time.'}
        </EmptyState>
      )}
      <Rows label="Deliveries">
        {deliveries.map((delivery) => (
          <DeliveryRow key={delivery.id} delivery={delivery} open={() => setOpenId(delivery.id)} />
        ))}
      </Rows>
      {deliveries.length === limit && limit < 200 && (
        <Button variant="default" mt="sm" onClick={() => setLimit(limit * 2)}>
          Show more
        </Button>
      )}
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
  const { label, color } = statuses[status]
  return (
    <Row
      title={
        <Text span ff="monospace" size="sm">
          {type}
        </Text>
      }
      badge={
        <Badge size="sm" variant="light" color={color}>
          {label}
        </Badge>
      }
      note={
        <>
          <When at={createdAt} />
          {` · ${attempts === 1 ? 'one attempt' : `${attempts} attempts`}`}
          {cause !== 'event' && ` · ${causes[cause]}`}
          {status === 'retrying' && nextAttemptAt !== null && (
            <>
              {' · next '}
              <When at={nextAttemptAt} />
            </>
          )}
        </>
      }
      action={
        <Button variant="default" size="xs" aria-label={`Details of ${type}`} onClick={open}>
          Details
        </Button>
      }
    />
  )
}
