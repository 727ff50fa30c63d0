import { Button, Stack } from '@mantine/core'
import { useAction } from '../../lib/actions.ts'
import { client } from '../../lib/client.ts'
import { sessionKey, useSession } from '../../lib/session.ts'
import { leave } from '../../lib/sign-in-redirect.ts'
import { CardScreen } from '../../ui/screens/card-screen.tsx'
import { AuthenticatorApp } from '../authenticator-app.tsx'
import { Passkeys } from '../passkeys.tsx'
import { policyTexts as t } from './messages.ts'

/** All that a person can do on a server that requires two factors until they have a second one. */
export function SetUpSecondFactor() {
  const { user } = useSession()
  const signOut = useAction(() => client.session.remove({}), { onDone: leave })
  return (
    <CardScreen title={t.setUpTitle} description={t.setUpDescription} isSignedIn>
      <Stack>
        <AuthenticatorApp hasTotp={user.hasTotp} />
        <Passkeys changes={[['passkeys'], sessionKey]} />
        <Button variant="subtle" size="xs" onClick={() => signOut.mutate()}>
          {t.signOut}
        </Button>
      </Stack>
    </CardScreen>
  )
}
