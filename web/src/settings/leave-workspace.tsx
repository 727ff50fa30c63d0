import { Button } from '@mantine/core'
import { useAction } from '../lib/actions.ts'
import { client } from '../lib/client.ts'
import { sessionKey } from '../lib/session.ts'
import { useWorkspace } from '../lib/workspace.tsx'
import { confirm } from '../ui/forms/confirm.tsx'
import { Section } from '../ui/screens/section.tsx'
import { memberTexts as t } from './messages.ts'

/** Ends the person’s own membership. */
export function LeaveWorkspace() {
  const { id, name } = useWorkspace().workspace
  const leave = useAction(() => client.members.leave({ workspaceId: id }), {
    changes: [sessionKey],
    done: t.left({ workspace: name }),
  })
  return (
    <Section
      title={t.leaveTitle}
      description={t.leaveDescription({ workspace: name })}
      action={
        <Button
          variant="default"
          loading={leave.isPending}
          onClick={() =>
            confirm({
              title: t.leaveQuestion({ workspace: name }),
              body: t.leaveBody,
              label: t.leave,
              onConfirm: () => leave.mutate(),
            })
          }
        >
          {t.leave}
        </Button>
      }
    />
  )
}
