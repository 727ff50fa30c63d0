import { Button } from '@mantine/core'
import { useDisclosure } from '@mantine/hooks'
import { client } from '../../lib/client.ts'
import { useSession } from '../../lib/session.ts'
import { useWorkspace } from '../../lib/workspace.tsx'
import { Section } from '../../ui/screens/section.tsx'
import { DepartureDialog } from './departure-dialog.tsx'
import { t } from './messages.ts'

/** Ends the person’s own membership. */
export function LeaveWorkspace() {
  const { id, name } = useWorkspace().workspace
  const { user } = useSession()
  const [isOpen, { open, close }] = useDisclosure()
  return (
    <>
      <Section
        title={t.leaveTitle}
        description={t.leaveDescription({ workspace: name })}
        action={
          <Button variant="default" onClick={open}>
            {t.leave}
          </Button>
        }
      />
      <DepartureDialog
        title={t.leaveQuestion({ workspace: name })}
        body={t.leaveBody}
        label={t.leave}
        userId={user.id}
        newManager={{
          label: t.ownNewManager,
          description: t.ownNewManagerHint,
          isOptional: false,
        }}
        end={(input) => client.members.leave({ workspaceId: id, ...input })}
        done={t.left({ workspace: name })}
        isOpen={isOpen}
        close={close}
      />
    </>
  )
}
