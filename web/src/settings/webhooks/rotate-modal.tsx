import { Modal, NativeSelect, Stack } from '@mantine/core'
import { useState } from 'react'
import { client } from '../../lib/client.ts'
import { useWorkspace } from '../../lib/workspace.tsx'
import { Form } from '../../ui/forms/form.tsx'
import { SecretShown } from './secret-shown.tsx'
import type { Webhook } from './shapes.ts'

const graces = [
  { value: '86400', label: 'For a day' },
  { value: '3600', label: 'For an hour' },
  { value: '604800', label: 'For a week' },
  { value: '0', label: 'Not at all: it has leaked' },
]

type Props = { webhook: Webhook; isOpen: boolean; close: () => void }

/** Makes a new secret, the old one signing on for a while. */
export function RotateModal({ webhook, isOpen, close }: Props) {
  const { workspace } = useWorkspace()
  const [secret, setSecret] = useState<string>()
  const [grace, setGrace] = useState('86400')
  return (
    <Modal
      opened={isOpen}
      onClose={close}
      size="lg"
      title={secret === undefined ? 'New secret' : 'Copy the secret now'}

      closeOnClickOutside={secret === undefined}
      closeOnEscape={secret === undefined}
      onExitTransitionEnd={() => setSecret(undefined)}
    >
      {secret === undefined ? (
        <Form
          label="Make a new secret"
          changes={[['webhooks', workspace.id]]}
          submit={() =>
            client.webhooks.rotateSecret({
              workspaceId: workspace.id,
              webhookId: webhook.id,
              graceSeconds: Number(grace),
            })
          }
          onDone={(made) => setSecret(made.secret ?? '')}
        >
          <NativeSelect
            label="How long the old secret signs too"
            description="Until then everything carries both signatures: change the receiver in between."
            value={grace}
            onChange={({ currentTarget }) => setGrace(currentTarget.value)}
            data={graces}
          />
        </Form>
      ) : (
        <Stack>
          <SecretShown secret={secret} />
        </Stack>
      )}
    </Modal>
  )
}
