import { Modal, NativeSelect, Stack } from '@mantine/core'
import { useState } from 'react'
import { client } from '../../lib/client.ts'
import { useWorkspace } from '../../lib/workspace.tsx'
import { Form } from '../../ui/forms/form.tsx'
import { t } from './messages.ts'
import { NewSecret } from './new-secret.tsx'
import type { Webhook } from './types.ts'

function overlapChoices() {
  return [
    { value: '86400', label: t.oneDay },
    { value: '3600', label: t.oneHour },
    { value: '604800', label: t.oneWeek },
    { value: '0', label: t.revokeNow },
  ]
}

type Props = { webhook: Webhook; isOpen: boolean; close: () => void }

/** Creates a new secret; the old one stays valid for a while. */
export function RotateModal({ webhook, isOpen, close }: Props) {
  const { workspace } = useWorkspace()
  const [secret, setSecret] = useState<string>()
  const [graceSeconds, setGraceSeconds] = useState('86400')
  return (
    <Modal
      opened={isOpen}
      onClose={close}
      size="lg"
      title={secret === undefined ? t.newSecret : t.copySecretTitle}

      closeOnClickOutside={secret === undefined}
      data-stays-on-escape={secret !== undefined}
      onExitTransitionEnd={() => setSecret(undefined)}
    >
      {secret === undefined ? (
        <Form
          label={t.createSecret}
          changes={[['webhooks', workspace.id]]}
          submit={() =>
            client.webhooks.rotateSecret({
              workspaceId: workspace.id,
              webhookId: webhook.id,
              graceSeconds: Number(graceSeconds),
            })
          }
          onDone={(rotated) => setSecret(rotated.secret ?? '')}
        >
          <NativeSelect
            label={t.overlap}
            description={t.overlapDescription}
            value={graceSeconds}
            onChange={({ currentTarget }) => setGraceSeconds(currentTarget.value)}
            data={overlapChoices()}
          />
        </Form>
      ) : (
        <Stack>
          <NewSecret secret={secret} />
        </Stack>
      )}
    </Modal>
  )
}
