import { MultiSelect, NativeSelect } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { client } from '../../lib/client.ts'
import { useWorkspace } from '../../lib/workspace.tsx'
import { TextField } from '../../ui/forms/fields.tsx'
import { Form, useFieldError } from '../../ui/forms/form.tsx'
import { t as common } from '../messages.ts'
import { type PageChoice, PageField } from '../page-field.tsx'
import { formats } from './labels.ts'
import { t } from './messages.ts'
import type { Webhook } from './types.ts'

const urlExample = 'https://example.com/hooks/quire'

export type WebhookInput = Pick<Webhook, 'url' | 'name' | 'events' | 'format' | 'sectionId'>

type Props<Output> = {
  /** The webhook to edit; a new one without it. */
  webhook?: Webhook
  section?: PageChoice | null
  label: string
  submit: (input: WebhookInput) => Promise<Output>
  onDone: (output: Output) => void
}

/** URL, events, format and section of a webhook. */
export function WebhookForm<Output>({ webhook, section, label, submit, onDone }: Props<Output>) {
  const { workspace } = useWorkspace()
  const [events, setEvents] = useState<string[]>(webhook?.events ?? ['page.*', 'comment.*'])
  const [format, setFormat] = useState(webhook?.format ?? 'standard')
  const [chosen, setChosen] = useState<PageChoice | null>(section ?? null)
  return (
    <Form
      label={label}
      changes={[['webhooks', workspace.id]]}
      submit={({ url = '', name = '' }) => {
        const given = url.trim()
        const displayName = name.trim() || (URL.parse(given)?.hostname ?? t.defaultName)
        return submit({
          url: given,
          name: displayName,
          events,
          format,
          sectionId: chosen?.id ?? null,
        })
      }}
      onDone={onDone}
    >
      <TextField
        name="url"
        type="url"
        label={t.url}
        description={t.urlDescription}
        placeholder={urlExample}
        defaultValue={webhook?.url}
        maxLength={2000}
        required
        data-autofocus
      />
      <TextField
        name="name"
        label={common.name}
        placeholder={t.nameExample}
        defaultValue={webhook?.name}
        maxLength={200}
      />
      <EventsField value={events} onChange={setEvents} />
      <NativeSelect
        label={t.format}
        description={t.formatDescription}
        value={format}
        onChange={({ currentTarget }) =>
          setFormat(
            formats().find(({ value }) => value === currentTarget.value)?.value ?? 'standard',
          )
        }
        data={formats()}
      />
      <PageField
        label={t.section}
        description={t.sectionDescription}
        clearLabel={t.sectionClear}
        value={chosen}
        onChange={setChosen}
      />
    </Form>
  )
}

type EventsProps = { value: string[]; onChange: (events: string[]) => void }

function EventsField({ value, onChange }: EventsProps) {
  const { workspace } = useWorkspace()
  const error = useFieldError('events')
  const { data } = useQuery({
    queryKey: ['webhook-types'],
    queryFn: () => client.webhooks.listEventTypes({ workspaceId: workspace.id }),
    staleTime: Infinity,
  })
  const known = data?.subscriptions ?? value
  return (
    <MultiSelect
      label={t.events}
      description={t.eventsDescription}
      error={error}
      data={[...new Set([...known, ...value])]}
      value={value}
      onChange={onChange}
      searchable
      required
      withAsterisk={false}
    />
  )
}
