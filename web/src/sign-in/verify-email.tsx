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
import { t } from './messages.ts'

const name = 'verify-email'

/** Where the link to verify an email address leads. */
export function VerifyEmail() {
  const token = useSecret(name)
  const session = useQuery(sessionQuery)
  const navigate = useNavigate()
  const verify = useAction(() => client.profile.verifyEmail({ token }), {
    changes: [sessionKey, ['members']],
    showError: 'in the form',
    onDone: () => {
      forgetSecret(name)
      notifications.show({ message: t.verified })
      void navigate('/', { replace: true })
    },
  })
  return (
    <CardScreen title={t.verifyTitle}>
      {session.isPending && <PageSkeleton lines={2} />}
      {session.isSuccess && (
        <Stack>
          <Text size="sm">{t.signedInAs({ email: session.data.user.email })}</Text>
          {verify.error !== null && <ErrorNotice error={verify.error} />}
          <Button loading={verify.isPending} onClick={() => verify.mutate()}>
            {t.verify}
          </Button>
        </Stack>
      )}
      {session.isError && (
        <Text>
          {t.verifySignIn({
            link: (children) => (
              <Anchor component={Link} to="/sign-in" state={{ to: '/verify-email' }}>
                {children}
              </Anchor>
            ),
          })}
        </Text>
      )}
    </CardScreen>
  )
}
