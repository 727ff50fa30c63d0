import { Button, Modal, NativeSelect, Stack, Text } from '@mantine/core'
import { useState } from 'react'
import type { Role } from '../../../../server/lib/vocabulary.ts'
import { levelChoices } from '../../lib/access/level-names.ts'
import type { Level } from '../../lib/access/levels.ts'
import { client } from '../../lib/client.ts'
import { grantable, roleNames, roleRights } from '../../lib/roles.ts'
import { useWorkspace } from '../../lib/workspace.tsx'
import { TextField } from '../../ui/forms/fields.tsx'
import { Form } from '../../ui/forms/form.tsx'
import { ShareLink } from '../../ui/forms/share-link.tsx'
import { t as common } from '../messages.ts'
import { type PageChoice, PageField } from '../page-field.tsx'
import { t } from './messages.ts'

/** The choice of the role field that invites a guest. */
const guest = 'GUEST'

type GuestLevel = Exclude<Level, 'manage'>

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
  const [role, setRole] = useState<Role | typeof guest>('MEMBER')
  const [page, setPage] = useState<PageChoice | null>(null)
  const [level, setLevel] = useState<GuestLevel>('read')
  const invited =
    role === guest ? { guest: true as const, pageId: page?.id ?? '', level } : { role }
  return (
    <Form
      label={t.createInvitation}
      changes={[['invitations', workspace.id]]}
      submit={({ email = '' }) =>
        client.invitations.create({
          workspaceId: workspace.id,
          ...invited,
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
        description={role === guest ? t.guestRights : roleRights[role]}
        inputWrapperOrder={['label', 'input', 'description']}
        value={role}
        onChange={({ currentTarget: { value } }) =>
          setRole(value === guest ? guest : (roles.find((one) => one === value) ?? 'VIEWER'))
        }
        data={[
          ...roles.map((one) => ({ value: one, label: roleNames[one] })),
          { value: guest, label: t.guest },
        ]}
      />
      {role === guest && (
        <>
          <PageField
            label={t.page}
            description={t.pageDescription}
            clearLabel={t.pageClear}
            isRequired
            value={page}
            onChange={setPage}
          />
          <LevelField value={level} onChange={setLevel} />
        </>
      )}
    </Form>
  )
}

type LevelProps = { value: GuestLevel; onChange: (level: GuestLevel) => void }

/** What a guest can do on the page. Guests manage no pages. */
function LevelField({ value, onChange }: LevelProps) {
  const choices = levelChoices().flatMap(({ value: level, label }) =>
    level === 'manage' ? [] : [{ value: level, label }],
  )
  return (
    <NativeSelect
      label={t.level}
      value={value}
      onChange={({ currentTarget }) => {
        const chosen = choices.find((choice) => choice.value === currentTarget.value)
        if (chosen !== undefined) onChange(chosen.value)
      }}
      data={choices}
    />
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
