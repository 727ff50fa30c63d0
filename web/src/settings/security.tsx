import { Checkbox } from '@mantine/core'
import { useState } from 'react'
import { client } from '../lib/client.ts'
import { sessionKey, useSession } from '../lib/session.ts'
import { CodeField, NewPasswordField, PasswordField } from '../ui/forms/fields.tsx'
import { Form } from '../ui/forms/form.tsx'
import { Section } from '../ui/screens/section.tsx'
import { SettingsScreen } from '../ui/screens/settings-screen.tsx'
import { AuthenticatorApp } from './authenticator-app.tsx'
import { securityTexts as t, t as common } from './messages.ts'
import { OfflinePages } from './offline-pages.tsx'
import { Passkeys } from './passkeys.tsx'
import { Sessions } from './sessions.tsx'

/** Whoever knows the password may have made keys of their own: they end unless the person decides otherwise. */
function EndKeys() {
  const [isLeaked, setLeaked] = useState(false)
  const [ends, setEnds] = useState<boolean>()
  return (
    <>
      <Checkbox
        label={t.leaked}
        checked={isLeaked}
        onChange={({ currentTarget }) => {
          setLeaked(currentTarget.checked)
          setEnds(undefined)
        }}
      />
      <Checkbox
        name="keys"
        value="end"
        label={t.revokeAll}
        description={t.revokeAllDescription}
        checked={ends ?? isLeaked}
        onChange={({ currentTarget }) => setEnds(currentTarget.checked)}
      />
    </>
  )
}

/** The person’s ways to sign in, and the browsers they are signed in to. */
export function Security() {
  const { user } = useSession()
  return (
    <SettingsScreen title={t.title} description={t.description}>
      <Section title={common.password} description={t.passwordDescription}>
        <Form
          key={String(user.hasPassword)}
          label={user.hasPassword ? t.changePassword : t.setPassword}
          done={t.passwordSaved}
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
          {user.hasPassword && <PasswordField name="current" label={t.currentPassword} maw={320} />}
          {user.hasPassword && user.hasTotp && <CodeField maw={320} />}
          <NewPasswordField name="next" label={t.newPassword} maw={320} />
          {user.hasPassword && <EndKeys />}
        </Form>
      </Section>
      <AuthenticatorApp hasTotp={user.hasTotp} />
      <Passkeys />
      <Sessions />
      <OfflinePages />
    </SettingsScreen>
  )
}
