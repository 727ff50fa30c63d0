import { Alert, Button, SimpleGrid, Stack, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useAction } from '../lib/actions.ts'
import { client } from '../lib/client.ts'
import { sessionKey, useSession } from '../lib/session.ts'
import { signInMethodsQuery } from '../lib/sign-in-methods.ts'
import { CodeField, PasswordField, TextField } from '../ui/forms/fields.tsx'
import { Form } from '../ui/forms/form.tsx'
import { Section } from '../ui/screens/section.tsx'
import { SettingsScreen } from '../ui/screens/settings-screen.tsx'

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
      <EmailSection />
    </SettingsScreen>
  )
}

/** The address one signs in with, and whether it is known to be the person's. */
function EmailSection() {
  const { user } = useSession()
  return (
    <Section
      title="E-mail"
      description={
        user.hasPassword ? 'You sign in with it. Changing it takes your password.' : undefined
      }
    >
      <Stack>
        {!user.emailVerified && <Unverified email={user.email} />}
        <Form
          label="Save e-mail"
          done="Your e-mail is saved."
          changes={[sessionKey, ['members']]}
          submit={({ email = '', password, totp }) =>
            client.profile.update({
              email,
              ...(password === undefined ? {} : { password }),
              ...(totp === undefined ? {} : { totp }),
            })
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
          {user.hasPassword && user.hasTotp && <CodeField maw={234} />}
        </Form>
      </Stack>
    </Section>
  )
}

function Unverified({ email }: { email: string }) {
  const { data: methods } = useQuery(signInMethodsQuery)
  const send = useAction(() => client.profile.requestVerification({}), {
    done: `A link is on its way to ${email}. Open it on this browser.`,
  })
  return (
    <Alert color="gray" variant="light" title="Not verified">
      <Stack gap="xs" align="flex-start">
        <Text size="sm">
          Nobody has confirmed yet that {email} is yours. Until then the first sign-in with it at an
          identity provider ends your password, API keys and passkeys.
        </Text>
        {methods?.mail === true && (
          <Button
            size="xs"
            variant="default"
            loading={send.isPending}
            onClick={() => send.mutate()}
          >
            Send a link to confirm it
          </Button>
        )}
      </Stack>
    </Alert>
  )
}
