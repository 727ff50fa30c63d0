import { Alert, Button, SimpleGrid, Stack, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { IconDownload } from '../../vendor/icons/icons.ts'
import { useAction } from '../lib/actions.ts'
import { client } from '../lib/client.ts'
import { sessionKey, useSession } from '../lib/session.ts'
import { signInMethodsQuery } from '../lib/sign-in-methods.ts'
import { CodeField, PasswordField, TextField } from '../ui/forms/fields.tsx'
import { Form } from '../ui/forms/form.tsx'
import { Section } from '../ui/screens/section.tsx'
import { SettingsScreen } from '../ui/screens/settings-screen.tsx'
import { LanguageSection } from './language-section.tsx'
import { profileTexts as t, t as common } from './messages.ts'

/** Name, email address and language of the signed-in person. */
export function Profile() {
  const { user } = useSession()
  return (
    <SettingsScreen title={t.title} description={t.description}>
      <Section title={common.name}>
        <Form
          label={common.saveName}
          done={common.nameSaved}
          changes={[sessionKey, ['members']]}
          submit={({ firstName = '', lastName = '' }) =>
            client.profile.update({ firstName, lastName })
          }
        >
          <SimpleGrid cols={{ base: 1, xs: 2 }} spacing="sm" maw={480}>
            <TextField
              name="firstName"
              label={t.firstName}
              autoComplete="given-name"
              defaultValue={user.firstName}
              required
            />
            <TextField
              name="lastName"
              label={t.lastName}
              autoComplete="family-name"
              defaultValue={user.lastName}
              required
            />
          </SimpleGrid>
        </Form>
      </Section>
      <EmailSection />
      <LanguageSection />
      <DataSection />
    </SettingsScreen>
  )
}

/** What the server stores about the person, as a file. */
function DataSection() {
  return (
    <Section title={t.data} description={t.dataDescription}>
      <Button
        component="a"
        href="/app/profile/export"
        download
        variant="default"
        leftSection={<IconDownload size={16} />}
      >
        {t.download}
      </Button>
    </Section>
  )
}

/** The address the person signs in with, and whether it is verified. */
function EmailSection() {
  const { user } = useSession()
  return (
    <Section title={common.email} description={user.hasPassword ? t.emailDescription : undefined}>
      <Stack>
        {!user.emailVerified && <Unverified email={user.email} />}
        <Form
          label={t.saveEmail}
          done={t.emailSaved}
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
              label={common.email}
              autoComplete="username"
              defaultValue={user.email}
              required
            />
            {user.hasPassword && <PasswordField name="password" label={common.password} />}
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
    done: t.linkSent({ email }),
  })
  return (
    <Alert color="gray" variant="light" title={t.unverifiedTitle}>
      <Stack gap="xs" align="flex-start">
        <Text size="sm">{t.unverified({ email })}</Text>
        {methods?.mail === true && (
          <Button
            size="xs"
            variant="default"
            loading={send.isPending}
            onClick={() => send.mutate()}
          >
            {t.sendLink}
          </Button>
        )}
      </Stack>
    </Alert>
  )
}
