import { Button } from '@mantine/core'
import { useDisclosure } from '@mantine/hooks'
import { useQuery } from '@tanstack/react-query'
import { IconUserPlus } from '../../../vendor/icons/icons.ts'
import { client } from '../../lib/client.ts'
import { useSession } from '../../lib/session.ts'
import { useRights, useWorkspace } from '../../lib/workspace.tsx'
import { ListPlaceholder } from '../../ui/rows/list-placeholder.tsx'
import { Rows } from '../../ui/rows/rows.tsx'
import { Section } from '../../ui/screens/section.tsx'
import { SettingsScreen } from '../../ui/screens/settings-screen.tsx'
import { Invitations } from './invitations.tsx'
import { InviteModal } from './invite-modal.tsx'
import { LeaveWorkspace } from './leave-workspace.tsx'
import { MemberRow } from './member-row.tsx'
import { t } from './messages.ts'

/** The members of the workspace and its open invitations. */
export function Members() {
  const { workspace } = useWorkspace()
  const { user, rights } = useSession()
  const { canManage } = useRights()
  const [isInviting, { open, close }] = useDisclosure()
  const list = useQuery({
    queryKey: ['members', workspace.id],
    queryFn: () => client.members.list({ workspaceId: workspace.id }),
  })
  const { data } = list
  return (
    <SettingsScreen title={t.title} description={t.description({ workspace: workspace.name })}>
      <Section
        title={data === undefined ? t.title : t.count({ count: data.members.length })}
        action={
          canManage &&
          rights.mayInvite && (
            <Button leftSection={<IconUserPlus size={18} />} onClick={open}>
              {t.invite}
            </Button>
          )
        }
      >
        <ListPlaceholder list={list} height={40} />
        <Rows label={t.title}>
          {data?.members.map((member) => (
            <MemberRow key={member.id} member={member} isSelf={member.id === user.id} />
          ))}
        </Rows>
      </Section>
      {canManage && <Invitations workspaceId={workspace.id} />}
      <LeaveWorkspace />
      <InviteModal isOpen={isInviting} close={close} />
    </SettingsScreen>
  )
}
