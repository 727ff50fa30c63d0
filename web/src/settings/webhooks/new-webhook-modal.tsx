import { Button, Group, Modal, Stack } from '@mantine/core'
import { useState } from 'react'
import { Link } from 'react-router'
import { client } from '../../lib/client.ts'
import { useWorkspace } from '../../lib/workspace.tsx'
import { t } from './messages.ts'
import { NewSecret } from './new-secret.tsx'
import { WebhookForm } from './webhook-form.tsx'

type CreatedWebhook = Awaited<ReturnType<typeof client.webhooks.create>>

/** Creates a webhook and shows its secret once. */
export function NewWebhookModal({ isOpen, close }: { isOpen: boolean; close: () => void }) {
  const { workspace } = useWorkspace()
  const [created, setCreated] = useState<CreatedWebhook>()
  return (
    <Modal
      opened={isOpen}
      onClose={close}
      size="lg"
      title={created === undefined ? t.create : t.copySecretTitle}

      // A stray click must not lose a secret that is shown only once.
      closeOnClickOutside={created === undefined}
      data-stays-on-escape={created !== undefined}
      onExitTransitionEnd={() => setCreated(undefined)}
    >
      {created === undefined ? (
        <WebhookForm
          label={t.createAction}
          submit={(input) => client.webhooks.create({ workspaceId: workspace.id, ...input })}
          onDone={setCreated}
        />
      ) : (
        <Stack>
          <NewSecret secret={created.secret ?? ''}>{t.secretReplaceable}</NewSecret>
          <Group justify="flex-end">
            <Button
              component={Link}
              to={`/settings/webhooks/${created.webhook.id}`}
              variant="default"
              onClick={close}
            >
              {t.secretSaved}
            </Button>
          </Group>
        </Stack>
      )}
    </Modal>
  )
}
