import { Button, Modal, NativeSelect, Stack, Text } from '@mantine/core'
import { useState } from 'react'
import type { Role } from '../../../server/lib/vocabulary.ts'
import { client } from '../lib/client.ts'
import { grantable, roleNames, roleRights } from '../lib/roles.ts'
import { useWorkspace } from '../lib/workspace.tsx'
import { TextField } from '../ui/forms/fields.tsx'
import { Form } from '../ui/forms/form.tsx'
import { ShareLink } from '../ui/forms/share-link.tsx'

type NewInvitation = Awaited<ReturnType<typeof client.invitations.create>>

/** Makes a link that lets one person in; it is mailed too where the server can. */
export function InviteModal({ isOpen, close }: { isOpen: boolean; close: () => void }) {
  const [made, setMade] = useState<NewInvitation>()
  const { workspace } = useWorkspace()
  return (
    <Modal
      opened={isOpen}
      onClose={close}
      title={`Invite to ${workspace.name}`}
      onExitTransitionEnd={() => setMade(undefined)}
    >
      {made === undefined ? (
        <NewInvitationForm onDone={setMade} />
      ) : (
        <Made invitation={made} close={close} />
      )}
    </Modal>
  )
}

function NewInvitationForm({ onDone }: { onDone: (made: NewInvitation) => void }) {
  const { workspace } = useWorkspace()
  const roles = grantable(workspace.role)
  const [role, setRole] = useState<Role>('MEMBER')
  return (
    <Form
      label="Make invitation"
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
        label="E-mail"
        description="Optional. With it, only this address can accept."
        autoComplete="off"
        data-autofocus
      />
      <NativeSelect
        label="Role"
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

function Made({ invitation, close }: { invitation: NewInvitation; close: () => void }) {
  return (
    <Stack>
      {invitation.mailed && <Text size="sm">The invitation is on its way by mail.</Text>}
      <ShareLink url={invitation.url}>
        Whoever opens this link can join, once, until{' '}
        {new Date(invitation.expiresAt).toLocaleDateString('en', { dateStyle: 'long' })}. It is not
        shown again.
      </ShareLink>
      <Button variant="default" onClick={close} style={{ alignSelf: 'flex-start' }}>
        Done
      </Button>
    </Stack>
  )
}
