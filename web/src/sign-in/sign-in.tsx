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
import { OtherWays, SignInNotice } from './other-ways.tsx'
import { SecondFactor } from './second-factor.tsx'

type Credentials = { email: string; password: string }

/** The ways in that this server offers. */
export function SignIn() {
  const { state }: { state: unknown } = useLocation()
  const returnTo = returnToOf(state)
  const [waiting, setWaiting] = useState<Credentials>()
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
  if (waiting !== undefined) {
    return (
      <SecondFactor
        submit={async (totp) => client.session.create({ ...waiting, totp })}
        onDone={enter}
        back={() => setWaiting(undefined)}
      />
    )
  }
  return (
    <CardScreen title="Sign in">
      <Stack gap="lg">
        <SignInNotice code={params.get('error')} />
        <PasswordForm onSignedIn={enter} onFactorAsked={setWaiting} />
        <OtherWays
          returnTo={returnTo}
          onSignedIn={enter}
          divider={<Divider label="or" labelPosition="center" />}
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
      label="Sign in"
      isWide
      submit={submit}
      onDone={(outcome) => {
        if (outcome === 'in') onSignedIn()
      }}
    >
      <TextField
        name="email"
        type="email"
        label="E-mail"
        autoComplete="username webauthn"
        required
      />
      <div>
        <PasswordField name="password" label="Password" />
        <Anchor component={Link} to="/forgotten-password" size="sm" mt={6} display="inline-block">
          Forgotten your password?
        </Anchor>
      </div>
    </Form>
  )
}
