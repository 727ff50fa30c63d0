import { Button, Divider, Stack, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { IconFingerprint, IconKey } from '../../../vendor/icons/icons.ts'
import { useAction } from '../../lib/actions.ts'
import { client } from '../../lib/client.ts'
import { sessionQuery } from '../../lib/session.ts'
import { signInMethodsQuery } from '../../lib/sign-in-methods.ts'
import { CodeField, PasswordField } from '../../ui/forms/fields.tsx'
import { Form } from '../../ui/forms/form.tsx'
import { t } from '../messages.ts'

/** The ways in which the person can confirm their identity. */
export function ConfirmWays({ onConfirmed }: { onConfirmed: () => void }) {
  const session = useQuery(sessionQuery)
  const methods = useQuery(signInMethodsQuery)
  const passkeys = useQuery({ queryKey: ['passkeys'], queryFn: () => client.passkeys.list({}) })
  const user = session.data?.user
  const hasPasskey =
    'PublicKeyCredential' in globalThis && (passkeys.data?.passkeys.length ?? 0) > 0
  const provider = methods.data?.oidc ?? null
  const isDivided = user?.hasPassword === true && (hasPasskey || provider !== null)
  return (
    <Stack>
      <Text size="sm">{t.confirmHint}</Text>
      {user?.hasPassword === true && (
        <ByPassword hasTotp={user.hasTotp} onConfirmed={onConfirmed} />
      )}
      {isDivided && <Divider label={t.or} labelPosition="center" />}
      {hasPasskey && <ByPasskey onConfirmed={onConfirmed} />}
      {provider !== null && <ByProvider name={provider.name} onConfirmed={onConfirmed} />}
    </Stack>
  )
}

type WayProps = { onConfirmed: () => void }

function ByPassword({ hasTotp, onConfirmed }: WayProps & { hasTotp: boolean }) {
  return (
    <Form
      label={t.confirm}
      submit={({ password = '', totp }) =>
        client.session.confirm({ password, ...(totp === undefined ? {} : { totp }) })
      }
      onDone={onConfirmed}
    >
      <PasswordField name="password" label={t.password} data-autofocus />
      {hasTotp && <CodeField />}
    </Form>
  )
}

function ByPasskey({ onConfirmed }: WayProps) {
  const confirm = useAction(confirmWithPasskey, { onDone: onConfirmed })
  return (
    <Button
      variant="default"
      leftSection={<IconFingerprint size={18} />}
      loading={confirm.isPending}
      onClick={() => confirm.mutate()}
    >
      {t.confirmWithPasskey}
    </Button>
  )
}

/** In another tab, so that nothing typed here is lost. */
function ByProvider({ name, onConfirmed }: WayProps & { name: string }) {
  const [isSent, setSent] = useState(false)
  if (isSent) {
    return (
      <Button variant="default" onClick={onConfirmed}>
        {t.confirmedWithProvider({ provider: name })}
      </Button>
    )
  }
  return (
    <Button
      component="a"
      href="/app/oidc/start?confirm=1&returnTo=%2Fconfirmed"
      target="_blank"
      variant="default"
      leftSection={<IconKey size={18} />}
      onClick={() => setSent(true)}
    >
      {t.confirmWithProvider({ provider: name })}
    </Button>
  )
}

async function confirmWithPasskey(): Promise<void> {
  const { startAuthentication } = await import('@simplewebauthn/browser')
  const options = await client.passkeys.challenge({})
  await client.passkeys.confirm({ response: await startAuthentication({ optionsJSON: options }) })
}
