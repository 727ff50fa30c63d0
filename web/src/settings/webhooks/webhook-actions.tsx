import { Button, Group, Modal } from '@mantine/core'
import { useDisclosure } from '@mantine/hooks'
import { notifications } from '@mantine/notifications'
import { useQuery } from '@tanstack/react-query'
import { useNavigate } from 'react-router'
import { useAction } from '../../lib/actions.ts'
import { client } from '../../lib/client.ts'
import { failureText } from '../../lib/error-texts/failures/failure-text.ts'
import { useWorkspace } from '../../lib/workspace.tsx'
import { confirm } from '../../ui/forms/confirm.tsx'
import { t as common } from '../messages.ts'
import { t } from './messages.ts'
import { RotateModal } from './rotate-modal.tsx'
import type { Delivery, Webhook } from './types.ts'
import { WebhookForm } from './webhook-form.tsx'

/** The actions of a webhook. */
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
    onDone: ({ delivery }) => showTestResult(delivery),
  })
  const turn = useAction(() => client.webhooks.update({ ...address, enabled: !enabled }), {
    changes,
    done: enabled ? t.isOff({ name }) : t.isOn({ name }),
  })
  const remove = useAction(() => client.webhooks.remove(address), {
    changes: [['webhooks', workspace.id]],
    done: t.deleted({ name }),
    onDone: () => void navigate('/settings/webhooks'),
  })
  const askToRemove = () =>
    confirm({
      title: t.deleteTitle({ name }),
      body: t.deleteBody,
      label: common.delete,
      onConfirm: () => remove.mutate(),
    })
  return (
    <Group gap="xs" mt="md">
      <Button size="xs" loading={test.isPending} onClick={() => test.mutate()}>
        {t.sendTest}
      </Button>
      <Button size="xs" variant="default" onClick={editing.open}>
        {t.edit}
      </Button>
      <Button size="xs" variant="default" onClick={rotation.open}>
        {t.newSecret}
      </Button>
      <Button size="xs" variant="default" loading={turn.isPending} onClick={() => turn.mutate()}>
        {enabled ? t.switchOff : t.switchOn}
      </Button>
      <Button size="xs" variant="default" onClick={askToRemove}>
        {common.delete}
      </Button>
      <RotateModal webhook={webhook} isOpen={isRotating} close={rotation.close} />
      <Modal opened={isEditing} onClose={editing.close} size="lg" title={t.editTitle}>
        <Edit webhook={webhook} close={editing.close} />
      </Modal>
    </Group>
  )
}

function showTestResult({ status, log }: Delivery): void {
  const error = log.at(-1)?.error
  if (status === 'succeeded') notifications.show({ message: t.testDelivered })
  else {
    const reason = error ? failureText(error.failure, error.message) : t.noResponse
    const message = t.testFailed({ error: reason })
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
  const title = section.data?.title ?? t.sectionDeleted
  return (
    <WebhookForm
      label={t.save}
      webhook={webhook}
      section={sectionId === null ? null : { id: sectionId, title }}
      submit={(input) =>
        client.webhooks.update({ workspaceId: workspace.id, webhookId: webhook.id, ...input })
      }
      onDone={close}
    />
  )
}
