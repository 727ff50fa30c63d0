import { Anchor, Button, SimpleGrid, Stack, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { Link } from 'react-router'
import { useAction } from '../lib/actions.ts'
import { forgetSecret, useSecret } from '../lib/address-secret.ts'
import { client } from '../lib/client.ts'
import { sessionQuery } from '../lib/session.ts'
import { useSignedInRedirect } from '../lib/sign-in-redirect.ts'
import { NewPasswordField, TextField } from '../ui/forms/fields.tsx'
import { Form } from '../ui/forms/form.tsx'
import { CardScreen } from '../ui/screens/card-screen.tsx'
import { ErrorNotice } from '../ui/screens/error-notice.tsx'
import { PageSkeleton } from '../ui/screens/page-skeleton.tsx'

/** Where an invitation leads: join as who is signed in, or become someone here. */
export function Join() {
  const token = useSecret('join')
  const session = useQuery(sessionQuery)
  const { data, error, isPending } = useQuery({
    queryKey: ['invitation', token],
    queryFn: () => client.invitations.get({ token }),
    staleTime: Infinity,
    retry: false,
  })
  const goOn = useSignedInRedirect()
  const enter = () => {
    forgetSecret('join')
    void goOn('/')
  }
  if (error !== null) {
    return (
      <CardScreen title="This invitation does not work">
        <Stack>
          <ErrorNotice error={error} />
          <Anchor href="/">Go to Quire</Anchor>
        </Stack>
      </CardScreen>
    )
  }
  if (isPending || session.isPending) {
    return (
      <CardScreen title="An invitation">
        <PageSkeleton lines={3} />
      </CardScreen>
    )
  }
  return (
    <CardScreen
      title={`Join ${data.workspaceName}`}
      description={`${data.inviter} invites you to work in it.`}
    >
      {session.isSuccess ? (
        <JoinAs
          name={session.data.user.firstName}
          email={session.data.user.email}
          token={token}
          onDone={enter}
        />
      ) : (
        <NewPerson token={token} email={data.email} onDone={enter} />
      )}
    </CardScreen>
  )
}

type Entering = { token: string; onDone: () => void }

function JoinAs({ name, email, token, onDone }: Entering & { name: string; email: string }) {
  const accept = useAction(() => client.invitations.accept({ token }), { onDone })
  return (
    <Stack>
      <Text size="sm">You are signed in as {email}.</Text>
      <Button loading={accept.isPending} onClick={() => accept.mutate()}>
        Join as {name}
      </Button>
    </Stack>
  )
}

function NewPerson({ token, email, onDone }: Entering & { email: string | null }) {
  return (
    <Stack>
      <Form
        label="Join"
        isWide
        submit={(values) =>
          client.invitations.accept({
            token,
            firstName: values['firstName'] ?? '',
            lastName: values['lastName'] ?? '',
            email: values['email'] ?? '',
            password: values['password'] ?? '',
          })
        }
        onDone={onDone}
      >
        <SimpleGrid cols={2} spacing="sm">
          <TextField name="firstName" label="First name" autoComplete="given-name" required />
          <TextField name="lastName" label="Last name" autoComplete="family-name" required />
        </SimpleGrid>
        <TextField
          name="email"
          type="email"
          label="E-mail"
          autoComplete="username"
          defaultValue={email ?? ''}
          readOnly={email !== null}
          required
        />
        <NewPasswordField name="password" label="Password" />
      </Form>
      <Text size="sm" c="dimmed" ta="center">
        Have an account here?{' '}
        <Anchor component={Link} to="/sign-in" state={{ to: '/join' }} size="sm">
          Sign in first
        </Anchor>
      </Text>
    </Stack>
  )
}
