import { Anchor, Text } from '@mantine/core'
import { notifications } from '@mantine/notifications'
import { Link, useNavigate } from 'react-router'
import { forgetSecret, useSecret } from '../lib/address-secret.ts'
import { client } from '../lib/client.ts'
import { sessionKey } from '../lib/session.ts'
import { CardScreen } from '../ui/card-screen.tsx'
import { PasswordField } from '../ui/fields.tsx'
import { Form } from '../ui/form.tsx'

/** Where a reset link leads. */
export function ResetPassword() {
  const token = useSecret('reset')
  const navigate = useNavigate()
  if (token === '') {
    return (
      <CardScreen title="This link is not whole">
        <Text>
          Open it again from where you got it, or{' '}
          <Anchor component={Link} to="/forgotten-password">
            ask for another
          </Anchor>
          .
        </Text>
      </CardScreen>
    )
  }
  return (
    <CardScreen title="Set a new password" description="It signs you out on every other browser.">
      <Form
        label="Set password"
        isWide
        changes={[sessionKey]}
        submit={(values) => client.password.reset({ token, password: values['password'] ?? '' })}
        onDone={() => {
          forgetSecret('reset')
          notifications.show({ message: 'Your new password is set. Sign in with it.' })
          void navigate('/sign-in', { replace: true })
        }}
      >
        <PasswordField name="password" label="New password" isNew />
      </Form>
    </CardScreen>
  )
}
