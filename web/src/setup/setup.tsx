import { Code, SimpleGrid, Stack, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { Navigate } from 'react-router'
import { forgetSecret, useSecret } from '../lib/address-secret.ts'
import { client } from '../lib/client.ts'
import { accountLanguage } from '../lib/language.ts'
import { useSignedInRedirect } from '../lib/sign-in-redirect.ts'
import { NewPasswordField, TextField } from '../ui/forms/fields.tsx'
import { Form } from '../ui/forms/form.tsx'
import { CardScreen } from '../ui/screens/card-screen.tsx'
import { t } from './messages.ts'

/** The first start: whoever can read the server's terminal creates the first account and workspace. */
export function Setup() {
  const code = useSecret('setup')
  const enter = useSignedInRedirect()
  const { data } = useQuery({ queryKey: ['setup'], queryFn: () => client.setup.status({}) })
  if (data?.needed === false) return <Navigate to="/sign-in" replace />
  return (
    <CardScreen title={t.title} description={t.hint}>
      <Form
        label={t.submit}
        isWide
        submit={(values) =>
          client.setup.complete({
            code: values['code'] ?? code,
            firstName: values['firstName'] ?? '',
            lastName: values['lastName'] ?? '',
            email: values['email'] ?? '',
            password: values['password'] ?? '',
            workspaceName: values['workspaceName'] ?? '',
            ...accountLanguage(),
          })
        }
        onDone={() => {
          forgetSecret('setup')
          void enter('/')
        }}
      >
        {code === '' && <CodeField />}
        <SimpleGrid cols={2} spacing="sm">
          <TextField
            name="firstName"
            label={t.firstName}
            autoComplete="given-name"
            ref={code === '' ? undefined : focus}
            required
          />
          <TextField name="lastName" label={t.lastName} autoComplete="family-name" required />
        </SimpleGrid>
        <TextField name="email" type="email" label={t.email} autoComplete="username" required />
        <NewPasswordField name="password" label={t.password} />
        <TextField
          name="workspaceName"
          label={t.workspaceName}
          description={t.workspaceNameHint}
          autoComplete="organization"
          required
        />
      </Form>
    </CardScreen>
  )
}

function CodeField() {
  return (
    <Stack gap={6}>
      <TextField name="code" label={t.code} autoComplete="off" ref={focus} required />
      <Text size="xs" c="dimmed">
        {t.codeHint({ code: (children) => <Code dir="ltr">{children}</Code> })}
      </Text>
    </Stack>
  )
}

/** The screen asks for nothing else. */
function focus(field: HTMLInputElement | null): void {
  field?.focus()
}
