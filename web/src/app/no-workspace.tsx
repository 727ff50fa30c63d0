import { Button, Stack, Text } from '@mantine/core'
import { useAction } from '../lib/actions.ts'
import { client } from '../lib/client.ts'
import { leave } from '../lib/entering.ts'
import { sessionKey, useSession } from '../lib/session.ts'
import { TextField } from '../ui/forms/fields.tsx'
import { Form } from '../ui/forms/form.tsx'
import { CardScreen } from '../ui/screens/card-screen.tsx'

/** For a person whose last membership ended. */
export function NoWorkspace() {
  const { user } = useSession()
  const signOut = useAction(() => client.session.remove({}), { onDone: leave })
  return (
    <CardScreen
      title="You are in no workspace"
      description={`You are signed in as ${user.email}. Make a workspace of your own, or open an invitation.`}
    >
      <Stack>
        <Form
          label="Create workspace"
          isWide
          changes={[sessionKey]}
          submit={({ name = '' }) => client.workspaceSettings.create({ name })}
        >
          <TextField name="name" label="Name of the workspace" required />
        </Form>
        <Text size="sm" ta="center">
          <Button variant="subtle" size="xs" onClick={() => signOut.mutate()}>
            Sign out
          </Button>
        </Text>
      </Stack>
    </CardScreen>
  )
}
