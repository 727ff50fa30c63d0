import { Anchor, Button, SimpleGrid, Stack, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { Link } from 'react-router'
import { useAction } from '../lib/actions.ts'
import { forgetSecret, useSecret } from '../lib/address-secret.ts'
import { client } from '../lib/client.ts'
import { accountLanguage } from '../lib/language.ts'
import { sessionQuery } from '../lib/session.ts'
import { useSignedInRedirect } from '../lib/sign-in-redirect.ts'
import { NewPasswordField, TextField } from '../ui/forms/fields.tsx'
import { Form } from '../ui/forms/form.tsx'
import { CardScreen } from '../ui/screens/card-screen.tsx'
import { ErrorNotice } from '../ui/screens/error-notice.tsx'
import { PageSkeleton } from '../ui/screens/page-skeleton.tsx'
import { t } from './messages.ts'

/** Where an invitation leads: join with the account that is signed in, or create one. */
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
      <CardScreen title={t.invitationInvalid}>
        <Stack>
          <ErrorNotice error={error} />
          <Anchor href="/">{t.goToQuire}</Anchor>
        </Stack>
      </CardScreen>
    )
  }
  if (isPending || session.isPending) {
    return (
      <CardScreen title={t.invitation}>
        <PageSkeleton lines={3} />
      </CardScreen>
    )
  }
  return (
    <CardScreen
      title={t.joinTitle({ workspace: data.workspaceName })}
      description={t.joinHint({ inviter: data.inviter })}
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

type JoinProps = { token: string; onDone: () => void }

function JoinAs({ name, email, token, onDone }: JoinProps & { name: string; email: string }) {
  const accept = useAction(() => client.invitations.accept({ token }), { onDone })
  return (
    <Stack>
      <Text size="sm">{t.signedInAs({ email })}</Text>
      <Button loading={accept.isPending} onClick={() => accept.mutate()}>
        {t.joinAs({ name })}
      </Button>
    </Stack>
  )
}

function NewPerson({ token, email, onDone }: JoinProps & { email: string | null }) {
  return (
    <Stack>
      <Form
        label={t.join}
        isWide
        submit={(values) =>
          client.invitations.accept({
            token,
            firstName: values['firstName'] ?? '',
            lastName: values['lastName'] ?? '',
            email: values['email'] ?? '',
            password: values['password'] ?? '',
            ...accountLanguage(),
          })
        }
        onDone={onDone}
      >
        <SimpleGrid cols={2} spacing="sm">
          <TextField name="firstName" label={t.firstName} autoComplete="given-name" required />
          <TextField name="lastName" label={t.lastName} autoComplete="family-name" required />
        </SimpleGrid>
        <TextField
          name="email"
          type="email"
          label={t.email}
          autoComplete="username"
          defaultValue={email ?? ''}
          readOnly={email !== null}
          required
        />
        <NewPasswordField name="password" label={t.password} />
      </Form>
      <Text size="sm" c="dimmed" ta="center">
        {t.haveAccount({
          link: (children) => (
            <Anchor component={Link} to="/sign-in" state={{ to: '/join' }} size="sm">
              {children}
            </Anchor>
          ),
        })}
      </Text>
    </Stack>
  )
}
