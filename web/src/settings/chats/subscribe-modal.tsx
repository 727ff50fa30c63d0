import { Modal, NativeSelect } from '@mantine/core'
import { useState } from 'react'
import { client } from '../../lib/client.ts'
import { useWorkspace } from '../../lib/workspace.tsx'
import { TextField } from '../../ui/forms/fields.tsx'
import { Form } from '../../ui/forms/form.tsx'
import { pageIdOf } from './labels.ts'
import { t } from './messages.ts'
import { useServiceLabel } from './service-list.ts'
import type { Bot } from './types.ts'

type Props = { bots: readonly Bot[]; isOpen: boolean; close: () => void }

/** For chats where nobody can send /subscribe, such as the channel of an incoming webhook. */
export function SubscribeModal({ bots, isOpen, close }: Props) {
  return (
    <Modal opened={isOpen} onClose={close} title={t.subscribeTitle}>
      <SubscribeForm bots={bots} close={close} />
    </Modal>
  )
}

function SubscribeForm({ bots, close }: Pick<Props, 'bots' | 'close'>) {
  const { workspace } = useWorkspace()
  const labelOf = useServiceLabel()
  const [connectionId, setConnectionId] = useState(bots[0]?.id ?? '')
  return (
    <Form
      label={t.subscribeAction}
      changes={[['chats', workspace.id, 'subscriptions']]}
      done={t.subscribed}
      submit={({ chatId = '', chatName = '', section = '' }) =>
        client.chatSubscriptions.create({
          workspaceId: workspace.id,
          connectionId,
          chatId: chatId.trim() || 'webhook',
          chatName: chatName.trim() || chatId.trim() || t.incomingWebhook,
          sectionId: section.trim() === '' ? null : (pageIdOf(section) ?? section.trim()),
        })
      }
      onDone={close}
    >
      <NativeSelect
        label={t.bot}
        value={connectionId}
        onChange={({ currentTarget }) => setConnectionId(currentTarget.value)}
        data={bots.map(({ id, name, service }) => ({
          value: id,
          label: `${name} (${labelOf(service)})`,
        }))}
        data-autofocus
      />
      <TextField name="chatId" label={t.chatId} description={t.chatIdDescription} maxLength={300} />
      <TextField
        name="chatName"
        label={t.chatName}
        placeholder={t.chatNameExample}
        maxLength={200}
      />
      <TextField
        name="section"
        label={t.section}
        description={t.sectionDescription}
        maxLength={500}
      />
    </Form>
  )
}
