import { Anchor, Divider, Stack } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { Link, Navigate, useLocation, useSearchParams } from 'react-router'
import { client } from '../lib/client.ts'
import { isCode } from '../lib/errors.ts'
import { returnToOf } from '../lib/return-to.ts'
import { sessionQuery } from '../lib/session.ts'
import { useSignedInRedirect } from '../lib/sign-in-redirect.ts'
import { PasswordField, TextField } from '../ui/forms/fields.tsx'
import { Form } from '../ui/forms/form.tsx'
import { CardScreen } from '../ui/screens/card-screen.tsx'
import { t } from './messages.ts'
import { OtherWays, SignInNotice } from './other-ways.tsx'
import { SecondFactor } from './second-factor.tsx'

type Credentials = { email: string; password: string }

/** The ways in that this server offers. */
export function SignIn() {
  const { state }: { state: unknown } = useLocation()
  const returnTo = returnToOf(state)
  const [credentials, setCredentials] = useState<Credentials>()
  const [params] = useSearchParams()
  const session = useQuery(sessionQuery)
  const setup = useQuery({
    queryKey: ['setup'],
    queryFn: () => client.setup.status({}),
    staleTime: Infinity,
  })
  const goOn = useSignedInRedirect()
  const enter = () => void goOn(returnTo)

  if (setup.data?.needed === true) return <Navigate to="/setup" replace />
  if (session.isSuccess) return <Navigate to={returnTo} replace />
  if (credentials !== undefined) {
    return (
      <SecondFactor
        submit={async (totp) => client.session.create({ ...credentials, totp })}
        onDone={enter}
        back={() => setCredentials(undefined)}
      />
    )
  }
  return (
    <CardScreen title={t.signIn}>
      <Stack gap="lg">
        <SignInNotice code={params.get('error')} />
        <PasswordForm onSignedIn={enter} onFactorAsked={setCredentials} />
        <OtherWays
          returnTo={returnTo}
          onSignedIn={enter}
          divider={<Divider label={t.or} labelPosition="center" />}
        />
      </Stack>
    </CardScreen>
  )
}

type PasswordProps = {
  onSignedIn: () => void
  onFactorAsked: (credentials: Credentials) => void
}

function PasswordForm({ onSignedIn, onFactorAsked }: PasswordProps) {
  const submit = async (values: Record<string, string>) => {
    const credentials = { email: values['email'] ?? '', password: values['password'] ?? '' }
    try {
      await client.session.create(credentials)
      return 'in' as const
    } catch (error) {
      if (!isCode(error, 'TOTP_REQUIRED')) throw error
      onFactorAsked(credentials)
      return 'asked' as const
    }
  }
  return (
    <Form
      label={t.signIn}
      isWide
      submit={submit}
      onDone={(outcome) => {
        if (outcome === 'in') onSignedIn()
      }}
    >
      <TextField
        name="email"
        type="email"
        label={t.email}
        autoComplete="username webauthn"
        required
      />
      <div>
        <PasswordField name="password" label={t.password} />
        <Anchor component={Link} to="/forgotten-password" size="sm" mt={6} display="inline-block">
          {t.forgotPassword}
        </Anchor>
      </div>
    </Form>
  )
}
