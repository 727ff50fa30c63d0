import { Button, Group, Modal } from '@mantine/core'
import { useDisclosure } from '@mantine/hooks'
import { notifications } from '@mantine/notifications'
import { useQuery } from '@tanstack/react-query'
import { useNavigate } from 'react-router'
import { useAction } from '../../lib/actions.ts'
import { client } from '../../lib/client.ts'
import { useWorkspace } from '../../lib/workspace.tsx'
import { confirm } from '../../ui/forms/confirm.tsx'
import { RotateModal } from './rotate-modal.tsx'
import type { Delivery, Webhook } from './shapes.ts'
import { WebhookForm } from './webhook-form.tsx'

/** What can be done with a webhook. */
export function WebhookActions({ webhook }: { webhook: Webhook }) {
  const { workspace } = useWorkspace()
  const navigate = useNavigate()
  const [isRotating, rotation] = useDisclosure()
  const [isEditing, editing] = useDisclosure()
  const { enabled, name } = webhook
  const address = { workspaceId: workspace.id, webhookId: webhook.id }
  const changes = [
    ['webhooks', workspace.id],
    ['deliveries', webhook.id],
  ]
  const test = useAction(() => client.webhooks.test(address), {
    changes,
    onDone: ({ delivery }) => tellTest(delivery),
  })
  const turn = useAction(() => client.webhooks.update({ ...address, enabled: !enabled }), {
    changes,
    done: enabled ? `${name} is off.` : `${name} is on.`,
  })
  const remove = useAction(() => client.webhooks.remove(address), {
    changes: [['webhooks', workspace.id]],
    done: `The webhook ${name} is deleted.`,
    onDone: () => void navigate('/settings/webhooks'),
  })
  const askToRemove = () =>
    confirm({
      title: `Delete ${name}?`,
      body: 'Nothing more is sent to it, and its log is deleted.',
      label: 'Delete',
      onConfirm: () => remove.mutate(),
    })
  return (
    <Group gap="xs" mt="md">
      <Button size="xs" loading={test.isPending} onClick={() => test.mutate()}>
        Send a test
      </Button>
      <Button size="xs" variant="default" onClick={editing.open}>
        Edit
      </Button>
      <Button size="xs" variant="default" onClick={rotation.open}>
        New secret
      </Button>
      <Button size="xs" variant="default" loading={turn.isPending} onClick={() => turn.mutate()}>
        {enabled ? 'Switch off' : 'Switch on'}
      </Button>
      <Button size="xs" variant="default" onClick={askToRemove}>
        Delete
      </Button>
      <RotateModal webhook={webhook} isOpen={isRotating} close={rotation.close} />
      <Modal opened={isEditing} onClose={editing.close} size="lg" title="Edit the webhook">
        <Edit webhook={webhook} close={editing.close} />
      </Modal>
    </Group>
  )
}

function tellTest({ status, log }: Delivery): void {
  const error = log.at(-1)?.error
  if (status === 'succeeded') notifications.show({ message: 'The test has arrived.' })
  else {
    const message = `The test did not arrive: ${error?.message ?? 'nothing was answered'}.`
    notifications.show({ color: 'red', message })
  }
}

function Edit({ webhook, close }: { webhook: Webhook; close: () => void }) {
  const { workspace } = useWorkspace()
  const { sectionId } = webhook
  const section = useQuery({
    queryKey: ['webhook-section', sectionId],
    queryFn: () => client.pages.document({ workspaceId: workspace.id, pageId: sectionId ?? '' }),
    enabled: sectionId !== null,
  })
  if (sectionId !== null && section.isPending) return null
  const title = section.data?.title ?? 'A page that is gone'
  return (
    <WebhookForm
      label="Save"
      webhook={webhook}
      section={sectionId === null ? null : { id: sectionId, title }}
      submit={(input) =>
        client.webhooks.update({ workspaceId: workspace.id, webhookId: webhook.id, ...input })
      }
      onDone={close}
    />
  )
}
