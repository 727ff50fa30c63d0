import { client } from '../lib/client.ts'
import { sessionKey, useSession } from '../lib/session.ts'
import { PasswordField } from '../ui/fields.tsx'
import { Form } from '../ui/form.tsx'
import { Section } from '../ui/section.tsx'
import { SettingsScreen } from '../ui/settings-screen.tsx'
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
          changes={[sessionKey, ['sessions']]}
          submit={({ current, next = '' }) =>
            client.profile.changePassword(current === undefined ? { next } : { current, next })
          }
        >
          {user.hasPassword && <PasswordField name="current" label="Current password" maw={320} />}
          <PasswordField name="next" label="New password" isNew maw={320} />
        </Form>
      </Section>
      <AuthenticatorApp hasTotp={user.hasTotp} />
      <Passkeys />
      <Sessions />
    </SettingsScreen>
  )
}
