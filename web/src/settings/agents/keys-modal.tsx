import { Button, Code, Modal, NativeSelect, Stack, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useAction } from '../../lib/actions.ts'
import { client } from '../../lib/client.ts'
import { TextField } from '../../ui/forms/fields.tsx'
import { Form } from '../../ui/forms/form.tsx'
import { OneTimeSecret } from '../../ui/forms/one-time-secret.tsx'
import { ListPlaceholder } from '../../ui/rows/list-placeholder.tsx'
import { Row } from '../../ui/rows/row.tsx'
import { Rows } from '../../ui/rows/rows.tsx'
import { keyTexts } from '../messages.ts'
import { type Agent, agentKeysKey } from './agent-queries.ts'
import { t } from './messages.ts'

type Props = { workspaceId: string; agent: Agent; close: () => void }
type Expiry = Parameters<typeof client.agentCredentials.createKey>[0]['expires']

/** The keys of an agent; a new one is shown once. */
export function KeysModal({ workspaceId, agent, close }: Props) {
  const [key, setKey] = useState<string>()
  return (
    <Modal
      opened
      onClose={close}
      size="lg"
      title={t.keysOf({ name: agent.name })}
      closeOnClickOutside={key === undefined}
      closeOnEscape={key === undefined}
    >
      {key === undefined ? (
        <Stack>
          <KeyList workspaceId={workspaceId} agent={agent} />
          <NewKey workspaceId={workspaceId} agent={agent} onDone={setKey} />
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
    </Modal>
  )
}

function KeyList({ workspaceId, agent }: Omit<Props, 'close'>) {
  const agentId = agent.id
  const list = useQuery({
    queryKey: agentKeysKey(agent),
    queryFn: () => client.agentCredentials.listKeys({ workspaceId, agentId }),
  })
  const revoke = useAction(
    ({ id: keyId }: { id: string; name: string }) =>
      client.agentCredentials.revokeKey({ workspaceId, agentId, keyId }),
    { changes: [agentKeysKey(agent)] },
  )
  const usable = list.data?.keys.filter(({ state }) => state === 'active' || state === 'expiring')
  return (
    <>
      <ListPlaceholder list={list} />
      {usable?.length === 0 && <Text c="dimmed">{t.noKeys}</Text>}
      <Rows label={t.keysOf({ name: agent.name })}>
        {usable?.map((one) => (
          <Row
            key={one.id}
            title={<bdi>{one.name}</bdi>}
            note={<Code>{`${one.first}…${one.last}`}</Code>}
            action={
              <Button
                size="xs"
                variant="default"
                aria-label={t.revokeOf({ name: one.name })}
                disabled={revoke.isPending}
                onClick={() => revoke.mutate(one)}
              >
                {t.revoke}
              </Button>
            }
          />
        ))}
      </Rows>
    </>
  )
}

function NewKey({
  workspaceId,
  agent,
  onDone,
}: Omit<Props, 'close'> & { onDone: (key: string) => void }) {
  const choices = [
    { value: '7d', label: keyTexts.days({ count: 7 }) },
    { value: '30d', label: keyTexts.days({ count: 30 }) },
    { value: '90d', label: keyTexts.days({ count: 90 }) },
    { value: '1y', label: keyTexts.oneYear },
    { value: 'never', label: keyTexts.never },
  ] as const
  const [expires, setExpires] = useState<Expiry>('90d')
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
      <NativeSelect
        label={t.expires}
        value={expires}
        onChange={({ currentTarget }) =>
          setExpires(choices.find(({ value }) => value === currentTarget.value)?.value ?? expires)
        }
        data={[...choices]}
      />
    </Form>
  )
}
