import { Button, Group, Modal, Stack } from '@mantine/core'
import { useState } from 'react'
import { Link } from 'react-router'
import { client } from '../../lib/client.ts'
import { useWorkspace } from '../../lib/workspace.tsx'
import { SecretShown } from './secret-shown.tsx'
import { WebhookForm } from './webhook-form.tsx'

type Made = Awaited<ReturnType<typeof client.webhooks.create>>

/** Makes a webhook, and shows its secret this once. */
export function NewWebhookModal({ isOpen, close }: { isOpen: boolean; close: () => void }) {
  const { workspace } = useWorkspace()
  const [made, setMade] = useState<Made>()
  return (
    <Modal
      opened={isOpen}
      onClose={close}
      size="lg"
      title={made === undefined ? 'New webhook' : 'Copy the secret now'}

      // A stray click would lose a secret that is shown only once.
      closeOnClickOutside={made === undefined}
      closeOnEscape={made === undefined}
      onExitTransitionEnd={() => setMade(undefined)}
    >
      {made === undefined ? (
        <WebhookForm
          label="Create webhook"
          submit={(input) => client.webhooks.create({ workspaceId: workspace.id, ...input })}
          onDone={setMade}
        />
      ) : (
        <Stack>
          <SecretShown secret={made.secret ?? ''}>
            You can make another one at any time.
          </SecretShown>
          <Group justify="flex-end">
            <Button
              component={Link}
              to={`/settings/webhooks/${made.webhook.id}`}
              variant="default"
              onClick={close}
            >
              I have kept it, open the webhook
            </Button>
          </Group>
        </Stack>
      )}
    </Modal>
  )
}
