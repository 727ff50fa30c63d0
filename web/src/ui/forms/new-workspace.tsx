import { Modal } from '@mantine/core'
import { notifications } from '@mantine/notifications'
import { client } from '../../lib/client.ts'
import { sessionKey } from '../../lib/session.ts'
import { useWorkspace } from '../../lib/workspace.tsx'
import { TextField } from './fields.tsx'
import { Form } from './form.tsx'

/** Makes another workspace and opens it. */
export function NewWorkspace({ isOpen, close }: { isOpen: boolean; close: () => void }) {
  const { select } = useWorkspace()
  return (
    <Modal opened={isOpen} onClose={close} title="New workspace">
      <Form
        label="Create workspace"
        changes={[sessionKey]}
        submit={async ({ name = '' }) => ({
          ...(await client.workspaceSettings.create({ name })),
          name,
        })}
        onDone={({ id, name }) => {
          select(id)
          close()
          notifications.show({ message: `You are in ${name} now.` })
        }}
      >
        <TextField name="name" label="Name" required data-autofocus />
      </Form>
    </Modal>
  )
}
