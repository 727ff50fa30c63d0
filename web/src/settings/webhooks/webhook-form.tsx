import { MultiSelect, NativeSelect } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { client } from '../../lib/client.ts'
import { useWorkspace } from '../../lib/workspace.tsx'
import { TextField } from '../../ui/forms/fields.tsx'
import { Form, useFieldError } from '../../ui/forms/form.tsx'
import { type SectionChoice, SectionField } from './section-field.tsx'
import type { Webhook } from './shapes.ts'
import { formats } from './words.ts'

export type WebhookInput = Pick<Webhook, 'url' | 'name' | 'events' | 'format' | 'sectionId'>

type Props<Output> = {
  /** What is there, when it is changed. */
  webhook?: Webhook
  section?: SectionChoice | null
  label: string
  submit: (input: WebhookInput) => Promise<Output>
  onDone: (output: Output) => void
}

/** Address, events, format and section of a webhook. */
export function WebhookForm<Output>({ webhook, section, label, submit, onDone }: Props<Output>) {
  const { workspace } = useWorkspace()
  const [events, setEvents] = useState<string[]>(webhook?.events ?? ['page.*', 'comment.*'])
  const [format, setFormat] = useState(webhook?.format ?? 'standard')
  const [chosen, setChosen] = useState<SectionChoice | null>(section ?? null)
  return (
    <Form
      label={label}
      changes={[['webhooks', workspace.id]]}
      submit={({ url = '', name = '' }) => {
        const given = url.trim()
        const called = name.trim() || (URL.parse(given)?.hostname ?? 'Webhook')
        return submit({ url: given, name: called, events, format, sectionId: chosen?.id ?? null })
      }}
      onDone={onDone}
    >
      <TextField
        name="url"
        type="url"
        label="Address"
        description="Where events are posted to."
        placeholder="https://example.com/hooks/quire"
        defaultValue={webhook?.url}
        maxLength={2000}
        required
        data-autofocus
      />
      <TextField
        name="name"
        label="Name"
        placeholder="Build the site"
        defaultValue={webhook?.name}
        maxLength={200}
      />
      <EventsField value={events} onChange={setEvents} />
      <NativeSelect
        label="Format"
        description="The incoming webhook of a chat takes its own as it is."
        value={format}
        onChange={({ currentTarget }) =>
          setFormat(formats.find(({ value }) => value === currentTarget.value)?.value ?? 'standard')
        }
        data={formats}
      />
      <SectionField value={chosen} onChange={setChosen} />
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
      label="Events"
      description="* is all of them, page.* all of pages."
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
