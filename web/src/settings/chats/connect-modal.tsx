import { Modal, NativeSelect, Switch } from '@mantine/core'
import { useState } from 'react'
import { client } from '../../lib/client.ts'
import { useWorkspace } from '../../lib/workspace.tsx'
import { PasswordField, TextField } from '../../ui/forms/fields.tsx'
import { Form } from '../../ui/forms/form.tsx'
import { ListPlaceholder } from '../../ui/rows/list-placeholder.tsx'
import { t } from './messages.ts'
import { useServices } from './service-list.ts'
import type { Service, ServiceField } from './types.ts'

/** Asks for the credentials that the service issued for the bot. */
export function ConnectModal({ isOpen, close }: { isOpen: boolean; close: () => void }) {
  const services = useServices()
  return (
    <Modal opened={isOpen} onClose={close} title={t.connectTitle} size="lg">
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
      label={t.connect}
      changes={[['chats', workspace.id]]}
      done={t.connected}
      submit={(values) =>
        client.chats.connect({ workspaceId: workspace.id, service: name, ...filledIn(values) })
      }
      onDone={close}
    >
      <NativeSelect
        label={t.service}
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

/** Draws a field by its kind, without knowing the service. */
function Field({ field }: { field: ServiceField }) {
  const { name, kind, isSecret, isRequired, label, description, value } = field
  const labels = { name, label, description }
  if (kind === 'switch') return <Switch {...labels} value={value ?? ''} />
  const input = {
    ...labels,
    required: isRequired,
    ...(field.placeholder === null ? {} : { placeholder: field.placeholder }),
    ...(value === null ? {} : { defaultValue: value }),
    ...(field.maxLength === null ? {} : { maxLength: field.maxLength }),
  }
  if (isSecret) return <PasswordField {...input} autoComplete="off" />
  return <TextField {...input} type={kind === 'address' ? 'url' : 'text'} />
}

/** The fields that were filled in. */
function filledIn(values: Record<string, string>): Record<string, string> {
  return Object.fromEntries(
    Object.entries(values)
      .map(([name, value]) => [name, value.trim()] as const)
      .filter(([, value]) => value !== ''),
  )
}
