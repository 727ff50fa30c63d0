import { Button, Stack, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useAction } from '../../lib/actions.ts'
import { client } from '../../lib/client.ts'
import { TextField } from '../../ui/forms/fields.tsx'
import { Form } from '../../ui/forms/form.tsx'
import { OneTimeSecret } from '../../ui/forms/one-time-secret.tsx'
import { OpenedModal } from '../../ui/forms/opened-modal.tsx'
import { RevertKey } from '../../ui/reverts/revert-key.tsx'
import { ListPlaceholder } from '../../ui/rows/list-placeholder.tsx'
import { Rows } from '../../ui/rows/rows.tsx'
import { type ApiKey, KeyEntry } from '../key-row.tsx'
import { keyTexts } from '../messages.ts'
import { ExpiryField, presetExpiry } from '../new-key-modal.tsx'
import { WithKeyDefaults } from '../with-key-defaults.tsx'
import { type Agent, agentKeysKey } from './agent-queries.ts'
import { t } from './messages.ts'

type Props = { workspaceId: string; agent: Agent; close: () => void }

/** The keys of an agent; a new one is shown once. */
export function KeysModal({ workspaceId, agent, close }: Props) {
  const [key, setKey] = useState<string>()
  return (
    <OpenedModal
      onClose={close}
      size="lg"
      title={t.keysOf({ name: agent.name })}
      closeOnClickOutside={key === undefined}
      data-stays-on-escape={key !== undefined}
    >
      {key === undefined ? (
        <Stack>
          <KeyList workspaceId={workspaceId} agent={agent} />
          <WithKeyDefaults lines={2}>
            {({ maxDays }) => <NewKey {...{ workspaceId, agent, maxDays }} onDone={setKey} />}
          </WithKeyDefaults>
        </Stack>
      ) : (
        <Stack gap="sm">
          <OneTimeSecret kind="key" value={key}>
            {t.keyPurpose}
          </OneTimeSecret>
          <Button variant="default" onClick={() => setKey(undefined)}>
            {t.done}
          </Button>
        </Stack>
      )}
    </OpenedModal>
  )
}

function KeyList({ workspaceId, agent }: Omit<Props, 'close'>) {
  const agentId = agent.id
  const list = useQuery({
    queryKey: agentKeysKey(agent),
    queryFn: () => client.agentCredentials.listKeys({ workspaceId, agentId }),
  })
  const usable = list.data?.keys.filter(({ state }) => state === 'active' || state === 'expiring')
  return (
    <>
      <ListPlaceholder list={list} />
      {usable?.length === 0 && <Text c="dimmed">{t.noKeys}</Text>}
      <Rows label={t.keysOf({ name: agent.name })}>
        {usable?.map((apiKey) => (
          <AgentKey key={apiKey.id} {...{ workspaceId, agent, apiKey }} />
        ))}
      </Rows>
    </>
  )
}

function AgentKey({ workspaceId, agent, apiKey }: Omit<Props, 'close'> & { apiKey: ApiKey }) {
  const { id: keyId, name } = apiKey
  const revoke = useAction(
    () => client.agentCredentials.revokeKey({ workspaceId, agentId: agent.id, keyId }),
    { changes: [agentKeysKey(agent)], done: keyTexts.keyRevoked({ name }) },
  )
  // Every key of an agent is limited to its workspace.
  const shown = { ...apiKey, workspaceIds: null }
  const revert = apiKey.lastUsedAt !== null && <RevertKey {...{ workspaceId, keyId, name }} />
  return <KeyEntry apiKey={shown} body={keyTexts.revokeBody} {...{ revoke, revert }} />
}

type NewKeyProps = Omit<Props, 'close'> & { onDone: (key: string) => void }

function NewKey({ workspaceId, agent, onDone, maxDays }: NewKeyProps & { maxDays: number | null }) {
  const [expires, setExpires] = useState(presetExpiry(maxDays))
  return (
    <Form
      label={t.newKey}
      changes={[agentKeysKey(agent)]}
      submit={({ name = '' }) =>
        client.agentCredentials.createKey({ workspaceId, agentId: agent.id, name, expires })
      }
      onDone={({ key }) => onDone(key)}
    >
      <TextField name="name" label={t.keyName} maxLength={80} required autoComplete="off" />
      <ExpiryField maxDays={maxDays} value={expires} choose={setExpires} />
    </Form>
  )
}
