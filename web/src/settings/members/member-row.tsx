import { ActionIcon, Badge, Box, Group, Menu, NativeSelect, Text } from '@mantine/core'
import { useDisclosure } from '@mantine/hooks'
import { modals } from '@mantine/modals'
import type { Role } from '../../../../server/lib/vocabulary.ts'
import { IconDots, IconLink, IconUserMinus } from '../../../vendor/icons/icons.ts'
import { useAction } from '../../lib/actions.ts'
import { client } from '../../lib/client.ts'
import { grantable, roleNames } from '../../lib/roles.ts'
import { sessionKey } from '../../lib/session.ts'
import { useWorkspace } from '../../lib/workspace.tsx'
import { AgentIcon } from '../../ui/authors/agent-icon.tsx'
import { ShareLink } from '../../ui/forms/share-link.tsx'
import { Initials } from '../../ui/initials.tsx'
import { Row } from '../../ui/rows/row.tsx'
import { t as common } from '../messages.ts'
import { DepartureDialog } from './departure-dialog.tsx'
import { t } from './messages.ts'

type Member = Awaited<ReturnType<typeof client.members.list>>['members'][number]

/** A member, with the changes that the viewer is allowed to make. */
export function MemberRow({ member, isSelf }: { member: Member; isSelf: boolean }) {
  const { workspace } = useWorkspace()
  const roles = grantable(workspace.role)
  const isAgent = member.kind === 'agent'
  const mayChange = !isAgent && roles.includes(member.role)
  const name = `${member.firstName} ${member.lastName}`.trim()
  const isGuest = member.scope === 'shared'
  const update = useAction(
    (role: Role) => client.members.update({ workspaceId: workspace.id, userId: member.id, role }),
    { changes: [['members', workspace.id], sessionKey], done: t.roleChanged({ name }) },
  )
  return (
    <Row
      icon={
        isAgent ? <AgentIcon icon={member.icon} size={28} /> : <Initials name={name} size={36} />
      }
      title={name}
      badge={
        <>
          {isSelf && (
            <Badge variant="light" size="sm">
              {t.you}
            </Badge>
          )}
          {isAgent && (
            <Badge variant="light" size="sm">
              {t.agent}
            </Badge>
          )}
          {!member.emailVerified && !isAgent && (
            <Badge variant="default" size="sm" title={t.notVerifiedHint}>
              {t.notVerified}
            </Badge>
          )}
          {isGuest && !isAgent && (
            <Badge variant="default" size="sm" title={t.guestRights}>
              {t.guest}
            </Badge>
          )}
          {member.disabled && (
            <Badge color="red" variant="light" size="sm" title={t.disabledHint}>
              {t.disabled}
            </Badge>
          )}
        </>
      }
      note={isAgent ? undefined : member.email}
      action={
        <Group gap={4} wrap="nowrap">
          {mayChange ? (
            <NativeSelect
              aria-label={t.roleOf({ name })}
              value={isGuest ? '' : member.role}
              disabled={update.isPending}
              data={[
                ...(isGuest ? [{ value: '', label: t.guest }] : []),
                ...roles.map((role) => ({ value: role, label: roleNames[role] })),
              ]}
              onChange={({ currentTarget }) => {
                const role = roles.find((one) => one === currentTarget.value)
                if (role !== undefined) update.mutate(role)
              }}
              size="xs"
              w={104}
            />
          ) : (
            <Text size="sm" c="dimmed">
              {isGuest && !isAgent ? t.guest : roleNames[member.role]}
            </Text>
          )}
          {mayChange && (isSelf ? <Box w={28} /> : <MemberMenu member={member} name={name} />)}
        </Group>
      }
    />
  )
}

function MemberMenu({ member, name }: { member: Member; name: string }) {
  const { workspace } = useWorkspace()
  const person = { workspaceId: workspace.id, userId: member.id }
  const [isRemoving, { open, close }] = useDisclosure()
  const resetLink = useAction(() => client.members.resetLink(person), {
    onDone: ({ url }) => showResetLink(member, url),
  })
  return (
    <>
      <Menu position="bottom-end">
        <Menu.Target>
          <ActionIcon variant="subtle" color="gray" aria-label={t.more({ name })}>
            <IconDots size={18} />
          </ActionIcon>
        </Menu.Target>
        <Menu.Dropdown>
          <Menu.Item leftSection={<IconLink size={16} />} onClick={() => resetLink.mutate()}>
            {t.createResetLink}
          </Menu.Item>
          <Menu.Item color="red" leftSection={<IconUserMinus size={16} />} onClick={open}>
            {t.removeFromWorkspace}
          </Menu.Item>
        </Menu.Dropdown>
      </Menu>
      <DepartureDialog
        title={t.removeTitle({ name })}
        body={t.removeBody}
        label={common.remove}
        userId={member.id}
        newManager={{
          label: t.newManager,
          description: t.newManagerHint({ name }),
          isOptional: true,
        }}
        end={(input) => client.members.remove({ ...person, ...input })}
        done={t.removed({ name })}
        isOpen={isRemoving}
        close={close}
      />
    </>
  )
}

function showResetLink({ firstName, lastName }: Member, url: string): void {
  modals.open({
    title: t.resetLinkTitle({ name: `${firstName} ${lastName}` }),
    children: <ShareLink url={url}>{t.resetLinkBody({ name: firstName })}</ShareLink>,
  })
}
