import { Modal, NativeSelect } from '@mantine/core'
import { useState } from 'react'
import { client } from '../../lib/client.ts'
import { useWorkspace } from '../../lib/workspace.tsx'
import { TextField } from '../../ui/forms/fields.tsx'
import { Form } from '../../ui/forms/form.tsx'
import { useServiceLabel } from './service-list.ts'
import type { Bot } from './shapes.ts'
import { pageIdOf } from './words.ts'

type Props = { bots: readonly Bot[]; isOpen: boolean; close: () => void }

/** For chats where nobody can say /subscribe, such as the channel of an incoming webhook. */
export function SubscribeModal({ bots, isOpen, close }: Props) {
  return (
    <Modal opened={isOpen} onClose={close} title="Tell a chat what happens">
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
      label="Tell from now on"
      changes={[['chats', workspace.id, 'subscriptions']]}
      done="The chat is told from now on."
      submit={({ chatId = '', chatName = '', section = '' }) =>
        client.chatSubscriptions.create({
          workspaceId: workspace.id,
          connectionId,
          chatId: chatId.trim() || 'webhook',
          chatName: chatName.trim() || chatId.trim() || 'Incoming webhook',
          sectionId: section.trim() === '' ? null : (pageIdOf(section) ?? section.trim()),
        })
      }
      onDone={close}
    >
      <NativeSelect
        label="Bot"
        value={connectionId}
        onChange={({ currentTarget }) => setConnectionId(currentTarget.value)}
        data={bots.map(({ id, name, service }) => ({
          value: id,
          label: `${name} (${labelOf(service)})`,
        }))}
        data-autofocus
      />
      <TextField
        name="chatId"
        label="Id of the chat"
        description="As the service calls it, such as C0123ABC. Empty for the channel of the incoming webhook."
        maxLength={300}
      />
      <TextField name="chatName" label="Name of the chat" placeholder="general" maxLength={200} />
      <TextField
        name="section"
        label="Address of the section"
        description="A page; it and all under it are told. Empty for the whole workspace."
        maxLength={500}
      />
    </Form>
  )
}
