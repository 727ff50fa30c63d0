import { Modal } from '@mantine/core'
import { notifications } from '@mantine/notifications'
import { client } from '../../lib/client.ts'
import { sessionKey } from '../../lib/session.ts'
import { useWorkspace } from '../../lib/workspace.tsx'
import { t } from '../messages.ts'
import { TextField } from './fields.tsx'
import { Form } from './form.tsx'

/** Makes another workspace and opens it. */
export function NewWorkspace({ isOpen, close }: { isOpen: boolean; close: () => void }) {
  const { select } = useWorkspace()
  return (
    <Modal opened={isOpen} onClose={close} title={t.newWorkspace}>
      <Form
        label={t.createWorkspace}
        changes={[sessionKey]}
        submit={async ({ name = '' }) => ({
          ...(await client.workspaceSettings.create({ name })),
          name,
        })}
        onDone={({ id, name }) => {
          select(id)
          close()
          notifications.show({ message: t.workspaceCreated({ name }) })
        }}
      >
        <TextField name="name" label={t.workspaceName} required data-autofocus />
      </Form>
    </Modal>
  )
}
