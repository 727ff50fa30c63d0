import { Anchor, Stack, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { Link } from 'react-router'
import { client } from '../lib/client.ts'
import { signInMethodsQuery } from '../lib/sign-in-methods.ts'
import { TextField } from '../ui/forms/fields.tsx'
import { Form } from '../ui/forms/form.tsx'
import { CardScreen } from '../ui/screens/card-screen.tsx'
import { t } from './messages.ts'

/** Requests a reset link by mail; without mail an admin can create one. */
export function ForgottenPassword() {
  const [sentTo, setSentTo] = useState<string>()
  const { data: methods } = useQuery(signInMethodsQuery)
  if (methods?.mail === false) {
    return (
      <CardScreen title={t.resetTitle} footer={<BackToSignIn />}>
        <Text>{t.resetNoMail}</Text>
      </CardScreen>
    )
  }
  if (sentTo !== undefined) {
    return (
      <CardScreen title={t.checkMail} footer={<BackToSignIn />}>
        <Stack gap="xs">
          <Text>{t.linkSent({ email: sentTo })}</Text>
        </Stack>
      </CardScreen>
    )
  }
  return (
    <CardScreen title={t.resetTitle} description={t.resetHint} footer={<BackToSignIn />}>
      <Form
        label={t.sendLink}
        isWide
        submit={async (values) => {
          const email = values['email'] ?? ''
          await client.password.requestReset({ email })
          return email
        }}
        onDone={setSentTo}
      >
        <TextField name="email" type="email" label={t.email} autoComplete="username" required />
      </Form>
    </CardScreen>
  )
}

function BackToSignIn() {
  return (
    <Anchor component={Link} to="/sign-in" size="sm">
      {t.backToSignIn}
    </Anchor>
  )
}
