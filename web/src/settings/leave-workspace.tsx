import { Button } from '@mantine/core'
import { useAction } from '../lib/actions.ts'
import { client } from '../lib/client.ts'
import { sessionKey } from '../lib/session.ts'
import { useWorkspace } from '../lib/workspace.tsx'
import { confirm } from '../ui/forms/confirm.tsx'
import { Section } from '../ui/screens/section.tsx'

/** The way out of a workspace, for oneself. */
export function LeaveWorkspace() {
  const { id, name } = useWorkspace().workspace
  const leave = useAction(() => client.members.leave({ workspaceId: id }), {
    changes: [sessionKey],
    done: `You have left ${name}.`,
  })
  return (
    <Section
      title="Leave the workspace"
      description={`End your own membership of ${name}. What you wrote stays.`}
      action={
        <Button
          variant="default"
          loading={leave.isPending}
          onClick={() =>
            confirm({
              title: `Leave ${name}?`,
              body: 'You lose access at once, your API keys too. What you wrote stays. Coming back takes an invitation.',
              label: 'Leave',
              onConfirm: () => leave.mutate(),
            })
          }
        >
          Leave
        </Button>
      }
    />
  )
}
