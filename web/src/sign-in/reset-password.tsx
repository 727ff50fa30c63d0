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
      <CardScreen title={token === '' ? 'This link is not whole' : 'This link does not work'}>
        {error !== null && <ErrorNotice error={error} />}
        <Text mt="sm">
          Open it again from where you got it, or{' '}
          <Anchor component={Link} to="/forgotten-password">
            ask for another
          </Anchor>
          .
        </Text>
      </CardScreen>
    )
  }
  if (isPending) {
    return (
      <CardScreen title="Set a new password">
        <PageSkeleton lines={3} />
      </CardScreen>
    )
  }
  return (
    <CardScreen
      title="Set a new password"
      description={`For ${data.email}. It signs you out on every browser.`}
    >
      <NewPassword token={token} keys={data.keys} />
    </CardScreen>
  )
}

type Keys = Awaited<ReturnType<typeof client.password.getReset>>['keys']

function NewPassword({ token, keys }: { token: string; keys: Keys }) {
  const navigate = useNavigate()
  return (
    <Form
      label="Set password"
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
        notifications.show({ message: `Your new password is set.${endedWords(ended)} Sign in.` })
        void navigate('/sign-in', { replace: true })
      }}
    >
      <NewPasswordField name="password" label="New password" />
      {keys === 'chosen' && (
        <Checkbox
          name="keys"
          value="end"
          defaultChecked
          label="End API keys, passkeys and linked chats"
          description="Keep this on if somebody else may have had your account. Scripts and agents then need new keys."
        />
      )}
      {keys === 'ended' && (
        <Text size="sm" c="dimmed">
          API keys, passkeys and linked chats of this account end: nobody had confirmed its address
          before.
        </Text>
      )}
    </Form>
  )
}

function endedWords({ keys, passkeys }: { keys: number; passkeys: number }): string {
  const parts = [count(keys, 'API key'), count(passkeys, 'passkey')].filter((part) => part !== '')
  return parts.length === 0 ? '' : ` Ended: ${parts.join(' and ')}.`
}

function count(number: number, noun: string): string {
  if (number === 0) return ''
  return number === 1 ? `1 ${noun}` : `${number} ${noun}s`
}
