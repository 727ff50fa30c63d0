import { Button, Modal, Stack, Text } from '@mantine/core'
import { useDisclosure } from '@mantine/hooks'
import { client } from '../lib/client.ts'
import { sessionKey } from '../lib/session.ts'
import { useRights, useWorkspace } from '../lib/workspace.tsx'
import { TextField } from '../ui/forms/fields.tsx'
import { Form } from '../ui/forms/form.tsx'
import { Section } from '../ui/screens/section.tsx'

/** The end of a workspace, for its owners. */
export function DeleteWorkspace() {
  const { id, name } = useWorkspace().workspace
  const { isOwner } = useRights()
  const [isOpen, { open, close }] = useDisclosure()
  if (!isOwner) return null
  return (
    <Section
      title="Delete the workspace"
      description="Its pages, files, comments, webhooks and bots are deleted for everybody, and cannot be brought back."
      action={
        <Button variant="default" onClick={open}>
          Delete
        </Button>
      }
    >
      <Modal opened={isOpen} onClose={close} title={`Delete ${name}?`}>
        <Form
          label="Delete workspace"
          changes={[sessionKey]}
          done={`${name} is deleted.`}
          onDone={close}
          submit={({ name: typed = '' }) =>
            client.workspaceSettings.remove({ workspaceId: id, name: typed })
          }
        >
          <Stack gap="xs">
            <Text size="sm">
              All members lose access at once. Export what you want to keep first. To go on, type
              the name of the workspace: <strong>{name}</strong>
            </Text>
          </Stack>
          <TextField
            name="name"
            label="Name of the workspace"
            required
            data-autofocus
            autoComplete="off"
          />
        </Form>
      </Modal>
    </Section>
  )
}
