import { Checkbox } from '@mantine/core'
import { client } from '../lib/client.ts'
import { sessionKey, useSession } from '../lib/session.ts'
import { CodeField, NewPasswordField, PasswordField } from '../ui/forms/fields.tsx'
import { Form } from '../ui/forms/form.tsx'
import { Section } from '../ui/screens/section.tsx'
import { SettingsScreen } from '../ui/screens/settings-screen.tsx'
import { AuthenticatorApp } from './authenticator-app.tsx'
import { Passkeys } from './passkeys.tsx'
import { Sessions } from './sessions.tsx'

/** Everything one can sign in with, and where one is signed in. */
export function Security() {
  const { user } = useSession()
  return (
    <SettingsScreen
      title="Sign-in"
      description="What you sign in with, and where you are signed in."
    >
      <Section title="Password" description="Other browsers are signed out when you change it.">
        <Form
          key={String(user.hasPassword)}
          label={user.hasPassword ? 'Change password' : 'Set password'}
          done="Your password is saved."
          changes={[sessionKey, ['sessions'], ['passkeys'], ['keys']]}
          submit={({ current, totp, next = '', keys }) =>
            client.profile.changePassword({
              next,
              ...(current === undefined ? {} : { current }),
              ...(totp === undefined ? {} : { totp }),
              ...(keys === 'end' ? { keys } : {}),
            })
          }
        >
          {user.hasPassword && <PasswordField name="current" label="Current password" maw={320} />}
          {user.hasPassword && user.hasTotp && <CodeField maw={320} />}
          <NewPasswordField name="next" label="New password" maw={320} />
          {user.hasPassword && (
            <Checkbox
              name="keys"
              value="end"
              label="End API keys, passkeys and linked chats too"
              description="For when somebody else may know your password."
            />
          )}
        </Form>
      </Section>
      <AuthenticatorApp hasTotp={user.hasTotp} />
      <Passkeys />
      <Sessions />
    </SettingsScreen>
  )
}
