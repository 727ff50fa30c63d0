import { Modal, NativeSelect, Switch } from '@mantine/core'
import { useState } from 'react'
import { client } from '../../lib/client.ts'
import { useWorkspace } from '../../lib/workspace.tsx'
import { PasswordField, TextField } from '../../ui/forms/fields.tsx'
import { Form } from '../../ui/forms/form.tsx'
import { type Asked, fieldsOf } from './fields-of.ts'
import type { ServiceName } from './shapes.ts'
import { serviceNames } from './words.ts'

const choices = Object.entries(serviceNames).map(([value, label]) => ({ value, label }))

/** Asks for what the service gave for the bot. */
export function ConnectModal({ isOpen, close }: { isOpen: boolean; close: () => void }) {
  return (
    <Modal opened={isOpen} onClose={close} title="Connect a bot" size="lg">
      <ConnectForm close={close} />
    </Modal>
  )
}

function ConnectForm({ close }: { close: () => void }) {
  const { workspace } = useWorkspace()
  const [service, setService] = useState<ServiceName>('telegram')
  const [isBrought, setBrought] = useState(false)
  const isSlash = service === 'slack' || service === 'mattermost'
  return (
    <Form
      label="Connect"
      changes={[['chats', workspace.id]]}
      done="The bot is connected."
      submit={(values) =>
        client.chats.connect({
          workspaceId: workspace.id,
          service,
          ...given(values),
          ...(service === 'telegram' && isBrought ? { delivery: 'webhook' as const } : {}),
        })
      }
      onDone={close}
    >
      <NativeSelect
        label="Service"
        value={service}
        // SAFETY: the values are the names above.
        onChange={({ currentTarget }) => setService(currentTarget.value as ServiceName)}
        data={choices}
        data-autofocus
      />
      {fieldsOf[service].map((asked) => (
        <Field key={`${service} ${asked.name}`} asked={asked} />
      ))}
      {isSlash && (
        <TextField
          name="trigger"
          label="Slash command"
          description="As you made it there, without the slash. People say /quire search words."
          defaultValue="quire"
          maxLength={32}
        />
      )}
      {service === 'telegram' && (
        <Switch
          label="Let Telegram call this server"
          description="Only where the internet reaches this server by https. Else it asks Telegram, which works anywhere."
          checked={isBrought}
          onChange={({ currentTarget }) => setBrought(currentTarget.checked)}
        />
      )}
    </Form>
  )
}

function Field({ asked: { name, isSecret, isRequired, ...words } }: { asked: Asked }) {
  if (!isSecret) return <TextField name={name} type="url" required={isRequired} {...words} />
  return <PasswordField name={name} required={isRequired} autoComplete="off" {...words} />
}

/** What was filled in; an empty field is none. */
function given(values: Record<string, string>): Record<string, string> {
  return Object.fromEntries(
    Object.entries(values)
      .map(([name, value]) => [name, value.trim()] as const)
      .filter(([, value]) => value !== ''),
  )
}
