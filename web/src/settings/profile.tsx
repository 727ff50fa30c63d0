import { SimpleGrid } from '@mantine/core'
import { client } from '../lib/client.ts'
import { sessionKey, useSession } from '../lib/session.ts'
import { PasswordField, TextField } from '../ui/fields.tsx'
import { Form } from '../ui/form.tsx'
import { Section } from '../ui/section.tsx'
import { SettingsScreen } from '../ui/settings-screen.tsx'

/** Name and e-mail of the signed-in person. */
export function Profile() {
  const { user } = useSession()
  return (
    <SettingsScreen title="Profile" description="How others see you in every workspace.">
      <Section title="Name">
        <Form
          label="Save name"
          done="Your name is saved."
          changes={[sessionKey, ['members']]}
          submit={({ firstName = '', lastName = '' }) =>
            client.profile.update({ firstName, lastName })
          }
        >
          <SimpleGrid cols={{ base: 1, xs: 2 }} spacing="sm" maw={480}>
            <TextField
              name="firstName"
              label="First name"
              autoComplete="given-name"
              defaultValue={user.firstName}
              required
            />
            <TextField
              name="lastName"
              label="Last name"
              autoComplete="family-name"
              defaultValue={user.lastName}
              required
            />
          </SimpleGrid>
        </Form>
      </Section>
      <Section
        title="E-mail"
        description={
          user.hasPassword ? 'You sign in with it. Changing it takes your password.' : undefined
        }
      >
        <Form
          label="Save e-mail"
          done="Your e-mail is saved."
          changes={[sessionKey, ['members']]}
          submit={(values) =>
            client.profile.update({ email: values['email'] ?? '', ...passwordOf(values) })
          }
        >
          <SimpleGrid cols={{ base: 1, xs: 2 }} spacing="sm" maw={480}>
            <TextField
              name="email"
              type="email"
              label="E-mail"
              autoComplete="username"
              defaultValue={user.email}
              required
            />
            {user.hasPassword && <PasswordField name="password" label="Password" />}
          </SimpleGrid>
        </Form>
      </Section>
    </SettingsScreen>
  )
}

function passwordOf({ password }: Record<string, string>): { password?: string } {
  return password === undefined ? {} : { password }
}
