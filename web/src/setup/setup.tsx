import { Code, SimpleGrid, Stack, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { Navigate } from 'react-router'
import { forgetSecret, useSecret } from '../lib/address-secret.ts'
import { client } from '../lib/client.ts'
import { useSignedInRedirect } from '../lib/sign-in-redirect.ts'
import { NewPasswordField, TextField } from '../ui/forms/fields.tsx'
import { Form } from '../ui/forms/form.tsx'
import { CardScreen } from '../ui/screens/card-screen.tsx'

/** The first start: whoever reads the server's terminal names themselves and the workspace. */
export function Setup() {
  const code = useSecret('setup')
  const enter = useSignedInRedirect()
  const { data } = useQuery({ queryKey: ['setup'], queryFn: () => client.setup.status({}) })
  if (data?.needed === false) return <Navigate to="/sign-in" replace />
  return (
    <CardScreen
      title="Set up Quire"
      description="You are the first here, and will own what you make. Others join by invitation."
    >
      <Form
        label="Create workspace"
        isWide
        submit={(values) =>
          client.setup.complete({
            code: values['code'] ?? code,
            firstName: values['firstName'] ?? '',
            lastName: values['lastName'] ?? '',
            email: values['email'] ?? '',
            password: values['password'] ?? '',
            workspaceName: values['workspaceName'] ?? '',
          })
        }
        onDone={() => {
          forgetSecret('setup')
          void enter('/')
        }}
      >
        {code === '' && <CodeField />}
        <SimpleGrid cols={2} spacing="sm">
          <TextField name="firstName" label="First name" autoComplete="given-name" required />
          <TextField name="lastName" label="Last name" autoComplete="family-name" required />
        </SimpleGrid>
        <TextField name="email" type="email" label="E-mail" autoComplete="username" required />
        <NewPasswordField name="password" label="Password" />
        <TextField
          name="workspaceName"
          label="Name of the workspace"
          description="A team, a project, a household. You can rename it later."
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
      <TextField name="code" label="Setup code" autoComplete="off" required />
      <Text size="xs" c="dimmed">
        It stands at the end of the address that <Code>npm start</Code> prints. Restart the server
        if that has scrolled away.
      </Text>
    </Stack>
  )
}
