import { Button, Modal, NativeSelect, Stack, Text } from '@mantine/core'
import { useState } from 'react'
import type { Role } from '../../../server/lib/vocabulary.ts'
import { client } from '../lib/client.ts'
import { grantable, roleNames, roleRights } from '../lib/roles.ts'
import { useWorkspace } from '../lib/workspace.tsx'
import { TextField } from '../ui/forms/fields.tsx'
import { Form } from '../ui/forms/form.tsx'
import { ShareLink } from '../ui/forms/share-link.tsx'
import { memberTexts as t, t as common } from './messages.ts'

type NewInvitation = Awaited<ReturnType<typeof client.invitations.create>>

/** Creates an invitation link for one person, and emails it if the server can. */
export function InviteModal({ isOpen, close }: { isOpen: boolean; close: () => void }) {
  const [invitation, setInvitation] = useState<NewInvitation>()
  const { workspace } = useWorkspace()
  return (
    <Modal
      opened={isOpen}
      onClose={close}
      title={t.inviteTitle({ workspace: workspace.name })}
      onExitTransitionEnd={() => setInvitation(undefined)}
    >
      {invitation === undefined ? (
        <NewInvitationForm onDone={setInvitation} />
      ) : (
        <CreatedInvitation invitation={invitation} close={close} />
      )}
    </Modal>
  )
}

function NewInvitationForm({ onDone }: { onDone: (invitation: NewInvitation) => void }) {
  const { workspace } = useWorkspace()
  const roles = grantable(workspace.role)
  const [role, setRole] = useState<Role>('MEMBER')
  return (
    <Form
      label={t.createInvitation}
      changes={[['invitations', workspace.id]]}
      submit={({ email = '' }) =>
        client.invitations.create({
          workspaceId: workspace.id,
          role,
          ...(email === '' ? {} : { email }),
        })
      }
      onDone={onDone}
    >
      <TextField
        name="email"
        type="email"
        label={common.email}
        description={t.emailDescription}
        autoComplete="off"
        data-autofocus
      />
      <NativeSelect
        label={t.role}
        description={roleRights[role]}
        inputWrapperOrder={['label', 'input', 'description']}
        value={role}
        onChange={({ currentTarget }) =>
          setRole(roles.find((one) => one === currentTarget.value) ?? 'VIEWER')
        }
        data={roles.map((one) => ({ value: one, label: roleNames[one] }))}
      />
    </Form>
  )
}

function CreatedInvitation({
  invitation,
  close,
}: {
  invitation: NewInvitation
  close: () => void
}) {
  return (
    <Stack>
      {invitation.mailed && <Text size="sm">{t.sent}</Text>}
      <ShareLink url={invitation.url}>
        {t.linkBody({ date: new Date(invitation.expiresAt) })}
      </ShareLink>
      <Button variant="default" onClick={close} style={{ alignSelf: 'flex-start' }}>
        {common.done}
      </Button>
    </Stack>
  )
}
