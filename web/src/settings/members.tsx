import { Button } from '@mantine/core'
import { useDisclosure } from '@mantine/hooks'
import { IconUserPlus } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { client } from '../lib/client.ts'
import { useSession } from '../lib/session.ts'
import { useRights, useWorkspace } from '../lib/workspace.tsx'
import { ListPlaceholder } from '../ui/rows/list-placeholder.tsx'
import { Rows } from '../ui/rows/rows.tsx'
import { Section } from '../ui/screens/section.tsx'
import { SettingsScreen } from '../ui/screens/settings-screen.tsx'
import { Invitations } from './invitations.tsx'
import { InviteModal } from './invite-modal.tsx'
import { LeaveWorkspace } from './leave-workspace.tsx'
import { MemberRow } from './member-row.tsx'

/** Who works in the workspace. */
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
    <SettingsScreen title="Members" description={`Who reads and writes in ${workspace.name}.`}>
      <Section
        title={data === undefined ? 'Members' : countOf(data.members.length)}
        action={
          canManage &&
          rights.mayInvite && (
            <Button leftSection={<IconUserPlus size={18} />} onClick={open}>
              Invite
            </Button>
          )
        }
      >
        <ListPlaceholder list={list} height={40} />
        <Rows label="Members">
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

function countOf(members: number): string {
  return members === 1 ? '1 member' : `${members} members`
}
