import { Button, Modal, Stack, Text } from '@mantine/core'
import { useDisclosure } from '@mantine/hooks'
import { client } from '../lib/client.ts'
import { sessionKey } from '../lib/session.ts'
import { useRights, useWorkspace } from '../lib/workspace.tsx'
import { TextField } from '../ui/forms/fields.tsx'
import { Form } from '../ui/forms/form.tsx'
import { Section } from '../ui/screens/section.tsx'
import { t as common, workspaceTexts as t } from './messages.ts'

/** Deletes the workspace; for owners. */
export function DeleteWorkspace() {
  const { id, name } = useWorkspace().workspace
  const { isOwner } = useRights()
  const [isOpen, { open, close }] = useDisclosure()
  if (!isOwner) return null
  return (
    <Section
      title={t.deleteTitle}
      description={t.deleteDescription}
      action={
        <Button variant="default" onClick={open}>
          {common.delete}
        </Button>
      }
    >
      <Modal opened={isOpen} onClose={close} title={t.deleteQuestion({ workspace: name })}>
        <Form
          label={t.deleteWorkspace}
          changes={[sessionKey]}
          done={t.deleted({ workspace: name })}
          onDone={close}
          submit={({ name: typed = '' }) =>
            client.workspaceSettings.remove({ workspaceId: id, name: typed })
          }
        >
          <Stack gap="xs">
            <Text size="sm">{t.deleteBody({ name: () => <strong>{name}</strong> })}</Text>
          </Stack>
          <TextField name="name" label={t.name} required data-autofocus autoComplete="off" />
        </Form>
      </Modal>
    </Section>
  )
}
