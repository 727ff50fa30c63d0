import { Anchor, Stack, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { Link } from 'react-router'
import { client } from '../lib/client.ts'
import { signInMethodsQuery } from '../lib/sign-in-methods.ts'
import { TextField } from '../ui/forms/fields.tsx'
import { Form } from '../ui/forms/form.tsx'
import { CardScreen } from '../ui/screens/card-screen.tsx'

const back = (
  <Anchor component={Link} to="/sign-in" size="sm">
    Back to signing in
  </Anchor>
)

/** Asks for a link by mail; without mail an admin can make one. */
export function ForgottenPassword() {
  const [sentTo, setSentTo] = useState<string>()
  const { data: methods } = useQuery(signInMethodsQuery)
  if (methods?.mail === false) {
    return (
      <CardScreen title="A new password" footer={back}>
        <Text>
          This Quire sends no mail. Ask an owner or admin of your workspace for a reset link: they
          find it under Settings, Members.
        </Text>
      </CardScreen>
    )
  }
  if (sentTo !== undefined) {
    return (
      <CardScreen title="Look into your mail" footer={back}>
        <Stack gap="xs">
          <Text>
            If there is an account for {sentTo}, a link to set a new password is on its way. It
            works for an hour.
          </Text>
        </Stack>
      </CardScreen>
    )
  }
  return (
    <CardScreen title="A new password" description="We send you a link to set one." footer={back}>
      <Form
        label="Send link"
        isWide
        submit={async (values) => {
          const email = values['email'] ?? ''
          await client.password.requestReset({ email })
          return email
        }}
        onDone={setSentTo}
      >
        <TextField name="email" type="email" label="E-mail" autoComplete="username" required />
      </Form>
    </CardScreen>
  )
}
