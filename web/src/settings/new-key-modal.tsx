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
import { keyTexts as t, t as common } from './messages.ts'
import { type KeyDefaults, WithKeyDefaults } from './with-key-defaults.tsx'

export type Expiry = Parameters<typeof client.keys.create>[0]['expires']

/** The lifetimes that the server allows. */
function expiryChoices(maxDays: number | null): { value: Expiry; label: string }[] {
  const choices = [
    { value: '7d', label: t.days({ count: 7 }), days: 7 },
    { value: '30d', label: t.days({ count: 30 }), days: 30 },
    { value: '90d', label: t.days({ count: 90 }), days: 90 },
    { value: '1y', label: t.oneYear, days: 365 },
    { value: 'never', label: t.never, days: Infinity },
  ] as const
  return choices.filter(({ days }) => maxDays === null || days <= maxDays)
}

/** What is selected at first. */
export function presetExpiry(maxDays: number | null): Expiry {
  const choices = expiryChoices(maxDays)
  return (choices.find(({ value }) => value === '90d') ?? choices.at(-1))?.value ?? '7d'
}

type ExpiryProps = { maxDays: number | null; value: Expiry; choose: (expires: Expiry) => void }

export function ExpiryField({ maxDays, value, choose }: ExpiryProps) {
  const choices = expiryChoices(maxDays)
  return (
    <NativeSelect
      label={t.expiresAfter}
      value={value}
      onChange={({ currentTarget }) =>
        choose(choices.find((choice) => choice.value === currentTarget.value)?.value ?? value)
      }
      data={choices}
    />
  )
}

/** Creates a key and shows it once. */
export function NewKeyModal({ isOpen, close }: { isOpen: boolean; close: () => void }) {
  const [key, setKey] = useState<string>()
  return (
    <Modal
      opened={isOpen}
      onClose={close}
      size="lg"
      title={key === undefined ? t.newKeyTitle : t.copyNowTitle}
      // A stray click must not lose a key that is shown only once.
      closeOnClickOutside={key === undefined}
      data-stays-on-escape={key !== undefined}
      onExitTransitionEnd={() => setKey(undefined)}
    >
      {key === undefined ? (
        <WithKeyDefaults lines={4}>
          {(defaults) => <NewKeyForm defaults={defaults} onDone={setKey} />}
        </WithKeyDefaults>
      ) : (
        <CreatedKey apiKey={key} close={close} />
      )}
    </Modal>
  )
}

type FormProps = { onDone: (key: string) => void }

function NewKeyForm({ defaults, onDone }: FormProps & { defaults: KeyDefaults }) {
  const { workspaces } = useSession()
  const { maxDays } = defaults
  const [expires, setExpires] = useState(presetExpiry(maxDays))
  const [isReadOnly, setReadOnly] = useState(defaults.readOnly)
  const [isProposeOnly, setProposeOnly] = useState(false)
  const [isForAgent, setForAgent] = useState(false)
  const [workspaceIds, setWorkspaceIds] = useState<string[]>([])
  return (
    <Form
      label={t.create}
      changes={[['keys']]}
      submit={({ name = '' }) =>
        client.keys.create({
          name,
          expires,
          readOnly: isReadOnly,
          proposeOnly: isProposeOnly && !isReadOnly,
          forAgent: isForAgent || isProposeOnly,
          ...(workspaceIds.length === 0 ? {} : { workspaceIds }),
        })
      }
      onDone={({ key }) => onDone(key)}
    >
      <TextField
        name="name"
        label={common.name}
        description={t.nameDescription}
        placeholder={t.nameExample}
        maxLength={80}
        required
        data-autofocus
      />
      <ExpiryField maxDays={maxDays} value={expires} choose={setExpires} />
      <Switch
        label={t.readOnly}
        description={t.readOnlyDescription}
        checked={isReadOnly}
        onChange={({ currentTarget }) => setReadOnly(currentTarget.checked)}
      />
      <Switch
        label={t.proposeOnly}
        description={t.proposeOnlyDescription}
        checked={isProposeOnly}
        disabled={isReadOnly}
        onChange={({ currentTarget }) => setProposeOnly(currentTarget.checked)}
      />
      <Switch
        label={t.forAgent}
        description={t.forAgentDescription}
        checked={isForAgent || isProposeOnly}
        disabled={isProposeOnly}
        onChange={({ currentTarget }) => setForAgent(currentTarget.checked)}
      />
      {workspaces.length > 1 && (
        <MultiSelect
          label={t.workspaces}
          description={t.workspacesDescription}
          placeholder={workspaceIds.length === 0 ? t.allWorkspaces : ''}
          data={workspaces.map(({ id, name }) => ({ value: id, label: name }))}
          value={workspaceIds}
          onChange={setWorkspaceIds}
        />
      )}
    </Form>
  )
}

function CreatedKey({ apiKey, close }: { apiKey: string; close: () => void }) {
  const snippets = snippetsFor(location.origin, apiKey)
  return (
    <Stack>
      <OneTimeSecret kind="key" value={apiKey}>
        {t.keepSecret}
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
              <Code block tabIndex={0} dir="ltr">
                {text}
              </Code>
              <div>
                <CopyButton value={text} label={t.copyFor({ name })} />
              </div>
            </Stack>
          </Tabs.Panel>
        ))}
      </Tabs>
      <Button onClick={close} variant="default" style={{ alignSelf: 'flex-end' }}>
        {t.keySaved}
      </Button>
    </Stack>
  )
}
