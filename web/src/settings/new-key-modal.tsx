import {
  Button,
  Code,
  Modal,
  MultiSelect,
  NativeSelect,
  Stack,
  Switch,
  Tabs,
  Text,
} from '@mantine/core'
import { useState } from 'react'
import { client } from '../lib/client.ts'
import { useSession } from '../lib/session.ts'
import { CopyButton } from '../ui/forms/copy-button.tsx'
import { TextField } from '../ui/forms/fields.tsx'
import { Form } from '../ui/forms/form.tsx'
import { OneTimeSecret } from '../ui/forms/one-time-secret.tsx'
import { snippetsFor } from './key-snippets.ts'

type Expiry = Parameters<typeof client.keys.create>[0]['expires']

const expiries: { value: Expiry; label: string }[] = [
  { value: '7d', label: '7 days' },
  { value: '30d', label: '30 days' },
  { value: '90d', label: '90 days' },
  { value: '1y', label: 'One year' },
  { value: 'never', label: 'Never' },
]

/** Makes a key, and shows it this once. */
export function NewKeyModal({ isOpen, close }: { isOpen: boolean; close: () => void }) {
  const [key, setKey] = useState<string>()
  return (
    <Modal
      opened={isOpen}
      onClose={close}
      size="lg"
      title={key === undefined ? 'New API key' : 'Copy your key now'}
      // A stray click would lose a key that is shown only once.
      closeOnClickOutside={key === undefined}
      closeOnEscape={key === undefined}
      onExitTransitionEnd={() => setKey(undefined)}
    >
      {key === undefined ? <NewKeyForm onDone={setKey} /> : <MadeKey apiKey={key} close={close} />}
    </Modal>
  )
}

function NewKeyForm({ onDone }: { onDone: (key: string) => void }) {
  const { workspaces } = useSession()
  const [expires, setExpires] = useState<Expiry>('90d')
  const [isReadOnly, setReadOnly] = useState(false)
  const [workspaceIds, setWorkspaceIds] = useState<string[]>([])
  return (
    <Form
      label="Create key"
      changes={[['keys']]}
      submit={({ name = '' }) =>
        client.keys.create({
          name,
          expires,
          readOnly: isReadOnly,
          ...(workspaceIds.length === 0 ? {} : { workspaceIds }),
        })
      }
      onDone={({ key }) => onDone(key)}
    >
      <TextField
        name="name"
        label="Name"
        description="What uses it, so that you know it again."
        placeholder="Nightly report"
        maxLength={80}
        required
        data-autofocus
      />
      <NativeSelect
        label="Expires after"
        value={expires}
        onChange={({ currentTarget }) =>
          setExpires(expiries.find(({ value }) => value === currentTarget.value)?.value ?? '90d')
        }
        data={expiries}
      />
      <Switch
        label="Read only"
        description="It can read and search, and change nothing."
        checked={isReadOnly}
        onChange={({ currentTarget }) => setReadOnly(currentTarget.checked)}
      />
      {workspaces.length > 1 && (
        <MultiSelect
          label="Workspaces"
          description="Leave empty for all of yours, also those to come."
          placeholder={workspaceIds.length === 0 ? 'All workspaces' : ''}
          data={workspaces.map(({ id, name }) => ({ value: id, label: name }))}
          value={workspaceIds}
          onChange={setWorkspaceIds}
        />
      )}
    </Form>
  )
}

function MadeKey({ apiKey, close }: { apiKey: string; close: () => void }) {
  const snippets = snippetsFor(location.origin, apiKey)
  return (
    <Stack>
      <OneTimeSecret kind="key" value={apiKey}>
        Keep it as you keep a password.
      </OneTimeSecret>
      <Tabs defaultValue={snippets[0].name}>
        <Tabs.List>
          {snippets.map(({ name }) => (
            <Tabs.Tab key={name} value={name}>
              {name}
            </Tabs.Tab>
          ))}
        </Tabs.List>
        {snippets.map(({ name, note, text }) => (
          <Tabs.Panel key={name} value={name} pt="sm">
            <Stack gap="xs">
              <Text size="sm" c="dimmed">
                {note}
              </Text>
              <Code block tabIndex={0}>
                {text}
              </Code>
              <div>
                <CopyButton value={text} label={`Copy for ${name}`} />
              </div>
            </Stack>
          </Tabs.Panel>
        ))}
      </Tabs>
      <Button onClick={close} variant="default" style={{ alignSelf: 'flex-end' }}>
        I have kept it
      </Button>
    </Stack>
  )
}
