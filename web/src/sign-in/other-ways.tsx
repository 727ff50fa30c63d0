import { Alert, Button, Stack } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { IconFingerprint, IconKey } from '../../vendor/icons/icons.ts'
import { useAction } from '../lib/actions.ts'
import { client } from '../lib/client.ts'
import { signInMethodsQuery } from '../lib/sign-in-methods.ts'
import { t } from './messages.ts'

type Props = { returnTo: string; onSignedIn: () => void; divider: ReactNode }

/** Besides a password: a passkey, or an account elsewhere. */
export function OtherWays({ returnTo, onSignedIn, divider }: Props) {
  const { data: methods } = useQuery(signInMethodsQuery)
  const passkey = useAction(signInWithPasskey, { onDone: onSignedIn })
  const hasPasskeys = methods?.passkeys === true && 'PublicKeyCredential' in globalThis
  if (methods === undefined || (!hasPasskeys && methods.oidc === null)) return null
  return (
    <>
      {divider}
      <Stack gap="xs">
        {hasPasskeys && (
          <Button
            variant="default"
            leftSection={<IconFingerprint size={18} />}
            loading={passkey.isPending}
            onClick={() => passkey.mutate()}
          >
            {t.withPasskey}
          </Button>
        )}
        {methods.oidc !== null && (
          <Button
            component="a"
            href={`/app/oidc/start?returnTo=${encodeURIComponent(returnTo)}`}
            variant="default"
            leftSection={<IconKey size={18} />}
          >
            {t.withProvider({ provider: methods.oidc.name })}
          </Button>
        )}
      </Stack>
    </>
  )
}

async function signInWithPasskey(): Promise<void> {
  const { startAuthentication } = await import('@simplewebauthn/browser')
  const options = await client.passkeys.challenge({})
  await client.passkeys.signIn({ response: await startAuthentication({ optionsJSON: options }) })
}

function noticeOf(code: string): string {
  if (code === 'NO_ACCOUNT') return t.noAccount
  return code === 'ACCOUNT_DISABLED' ? t.accountDisabled : t.providerFailed
}

/** Why the sign-in with a provider failed. */
export function SignInNotice({ code }: { code: string | null }) {
  if (code === null) return null
  return (
    <Alert color="red" variant="light" role="alert">
      {noticeOf(code)}
    </Alert>
  )
}
