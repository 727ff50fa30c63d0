import { Button, Stack, Text } from '@mantine/core'
import { lazy } from 'react'
import { useAction } from '../lib/actions.ts'
import { client } from '../lib/client.ts'
import { sessionKey, useSession } from '../lib/session.ts'
import { leave } from '../lib/sign-in-redirect.ts'
import { TextField } from '../ui/forms/fields.tsx'
import { Form } from '../ui/forms/form.tsx'
import { CardScreen } from '../ui/screens/card-screen.tsx'
import { t } from './messages.ts'

const SetUpSecondFactor = lazy(async () => ({
  default: (await import('../settings/policies/set-up-second-factor.tsx')).SetUpSecondFactor,
}))

/** For a person whose last membership ended, or who needs a second factor first. */
export function NoWorkspace() {
  return useSession().needsSecondFactor ? <SetUpSecondFactor /> : <CreateWorkspace />
}

function CreateWorkspace() {
  const { user } = useSession()
  const signOut = useAction(() => client.session.remove({}), { onDone: leave })
  return (
    <CardScreen
      title={t.noWorkspaceTitle}
      description={t.noWorkspaceHint({ email: user.email })}
      isSignedIn
    >
      <Stack>
        <Form
          label={t.createWorkspace}
          isWide
          changes={[sessionKey]}
          submit={({ name = '' }) => client.workspaceSettings.create({ name })}
        >
          <TextField name="name" label={t.workspaceName} required />
        </Form>
        <Text size="sm" ta="center">
          <Button variant="subtle" size="xs" onClick={() => signOut.mutate()}>
            {t.signOut}
          </Button>
        </Text>
      </Stack>
    </CardScreen>
  )
}
