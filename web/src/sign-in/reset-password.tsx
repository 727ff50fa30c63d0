import { Anchor, Checkbox, Text } from '@mantine/core'
import { notifications } from '@mantine/notifications'
import { useQuery } from '@tanstack/react-query'
import { Link, useNavigate } from 'react-router'
import { forgetSecret, useSecret } from '../lib/address-secret.ts'
import { client } from '../lib/client.ts'
import { sessionKey } from '../lib/session.ts'
import { NewPasswordField } from '../ui/forms/fields.tsx'
import { Form } from '../ui/forms/form.tsx'
import { CardScreen } from '../ui/screens/card-screen.tsx'
import { ErrorNotice } from '../ui/screens/error-notice.tsx'
import { PageSkeleton } from '../ui/screens/page-skeleton.tsx'
import { t } from './messages.ts'

/** Where a reset link leads. */
export function ResetPassword() {
  const token = useSecret('reset')
  const { data, error, isPending } = useQuery({
    queryKey: ['reset', token],
    queryFn: () => client.password.getReset({ token }),
    enabled: token !== '',
    staleTime: Infinity,
    retry: false,
  })
  if (token === '' || error !== null) {
    return (
      <CardScreen title={token === '' ? t.linkIncomplete : t.linkInvalid}>
        {error !== null && <ErrorNotice error={error} />}
        <Text mt="sm">
          {t.openLinkAgain({
            link: (children) => (
              <Anchor component={Link} to="/forgotten-password">
                {children}
              </Anchor>
            ),
          })}
        </Text>
      </CardScreen>
    )
  }
  if (isPending) {
    return (
      <CardScreen title={t.newPasswordTitle}>
        <PageSkeleton lines={3} />
      </CardScreen>
    )
  }
  return (
    <CardScreen title={t.newPasswordTitle} description={t.newPasswordHint({ email: data.email })}>
      <NewPassword token={token} keys={data.keys} />
    </CardScreen>
  )
}

type Keys = Awaited<ReturnType<typeof client.password.getReset>>['keys']

function NewPassword({ token, keys }: { token: string; keys: Keys }) {
  const navigate = useNavigate()
  return (
    <Form
      label={t.setPassword}
      isWide
      changes={[sessionKey]}
      submit={(values) =>
        client.password.reset({
          token,
          password: values['password'] ?? '',
          keys: values['keys'] === 'end' ? 'end' : 'keep',
        })
      }
      onDone={({ ended }) => {
        forgetSecret('reset')
        notifications.show({ message: passwordSet(ended) })
        void navigate('/sign-in', { replace: true })
      }}
    >
      <NewPasswordField name="password" label={t.newPassword} />
      {keys === 'chosen' && (
        <Checkbox
          name="keys"
          value="end"
          defaultChecked
          label={t.endAccess}
          description={t.endAccessHint}
        />
      )}
      {keys === 'ended' && (
        <Text size="sm" c="dimmed">
          {t.accessEnds}
        </Text>
      )}
    </Form>
  )
}

function passwordSet({ keys, passkeys }: { keys: number; passkeys: number }): string {
  if (keys > 0 && passkeys > 0) return t.passwordSetBoth({ keys, passkeys })
  if (keys > 0) return t.passwordSetKeys({ keys })
  return passkeys > 0 ? t.passwordSetPasskeys({ passkeys }) : t.passwordSet
}
