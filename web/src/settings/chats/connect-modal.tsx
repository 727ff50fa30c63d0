import { Modal, NativeSelect, Switch } from '@mantine/core'
import { useState } from 'react'
import { client } from '../../lib/client.ts'
import { useWorkspace } from '../../lib/workspace.tsx'
import { PasswordField, TextField } from '../../ui/forms/fields.tsx'
import { Form } from '../../ui/forms/form.tsx'
import { ListPlaceholder } from '../../ui/rows/list-placeholder.tsx'
import { useServices } from './service-list.ts'
import type { Service, ServiceField } from './shapes.ts'

/** Asks for what the service gave for the bot. */
export function ConnectModal({ isOpen, close }: { isOpen: boolean; close: () => void }) {
  const services = useServices()
  return (
    <Modal opened={isOpen} onClose={close} title="Connect a bot" size="lg">
      <ListPlaceholder list={services} />
      {services.data !== undefined && (
        <ConnectForm services={services.data.services} close={close} />
      )}
    </Modal>
  )
}

type Props = { services: readonly Service[]; close: () => void }

function ConnectForm({ services, close }: Props) {
  const { workspace } = useWorkspace()
  const [name, setName] = useState(services[0]?.name ?? '')
  const service = services.find((one) => one.name === name)
  return (
    <Form
      label="Connect"
      changes={[['chats', workspace.id]]}
      done="The bot is connected."
      submit={(values) =>
        client.chats.connect({ workspaceId: workspace.id, service: name, ...given(values) })
      }
      onDone={close}
    >
      <NativeSelect
        label="Service"
        value={name}
        onChange={({ currentTarget }) => setName(currentTarget.value)}
        data={services.map((one) => ({ value: one.name, label: one.label }))}
        data-autofocus
      />
      {service?.fields.map((field) => (
        <Field key={`${name} ${field.name}`} field={field} />
      ))}
    </Form>
  )
}

/** Draws a field by its kind: the screen knows no service. */
function Field({ field }: { field: ServiceField }) {
  const { name, kind, isSecret, isRequired, label, description, value } = field
  const words = { name, label, description }
  if (kind === 'switch') return <Switch {...words} value={value ?? ''} />
  const given = {
    ...words,
    required: isRequired,
    ...(field.placeholder === null ? {} : { placeholder: field.placeholder }),
    ...(value === null ? {} : { defaultValue: value }),
    ...(field.maxLength === null ? {} : { maxLength: field.maxLength }),
  }
  if (isSecret) return <PasswordField {...given} autoComplete="off" />
  return <TextField {...given} type={kind === 'address' ? 'url' : 'text'} />
}

/** What was filled in; an empty field is none. */
function given(values: Record<string, string>): Record<string, string> {
  return Object.fromEntries(
    Object.entries(values)
      .map(([name, value]) => [name, value.trim()] as const)
      .filter(([, value]) => value !== ''),
  )
}
