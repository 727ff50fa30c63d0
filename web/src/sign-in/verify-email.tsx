import { Anchor, Button, Stack, Text } from '@mantine/core'
import { notifications } from '@mantine/notifications'
import { useQuery } from '@tanstack/react-query'
import { Link, useNavigate } from 'react-router'
import { useAction } from '../lib/actions.ts'
import { forgetSecret, useSecret } from '../lib/address-secret.ts'
import { client } from '../lib/client.ts'
import { sessionKey, sessionQuery } from '../lib/session.ts'
import { CardScreen } from '../ui/screens/card-screen.tsx'
import { ErrorNotice } from '../ui/screens/error-notice.tsx'
import { PageSkeleton } from '../ui/screens/page-skeleton.tsx'

const name = 'verify-email'

/** Where the link leads by which a person confirms the address of their account. */
export function VerifyEmail() {
  const token = useSecret(name)
  const session = useQuery(sessionQuery)
  const navigate = useNavigate()
  const verify = useAction(() => client.profile.verifyEmail({ token }), {
    changes: [sessionKey, ['members']],
    showError: 'in the form',
    onDone: () => {
      forgetSecret(name)
      notifications.show({ message: 'Your e-mail address is confirmed.' })
      void navigate('/', { replace: true })
    },
  })
  return (
    <CardScreen title="Confirm your e-mail address">
      {session.isPending && <PageSkeleton lines={2} />}
      {session.isSuccess && (
        <Stack>
          <Text size="sm">You are signed in as {session.data.user.email}.</Text>
          {verify.error !== null && <ErrorNotice error={verify.error} />}
          <Button loading={verify.isPending} onClick={() => verify.mutate()}>
            Confirm this address
          </Button>
        </Stack>
      )}
      {session.isError && (
        <Text>
          <Anchor component={Link} to="/sign-in" state={{ to: '/verify-email' }}>
            Sign in
          </Anchor>{' '}
          with the account that the address is for, and confirm it then.
        </Text>
      )}
    </CardScreen>
  )
}
