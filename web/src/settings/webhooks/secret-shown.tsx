import { Anchor, Stack, Text } from '@mantine/core'
import type { ReactNode } from 'react'
import { OneTimeSecret } from '../../ui/forms/one-time-secret.tsx'

/** A secret that is shown this once. */
export function SecretShown({ secret, children }: { secret: string; children?: ReactNode }) {
  return (
    <Stack gap="sm">
      <OneTimeSecret kind="secret" value={secret}>
        The receiver needs it to know that what comes is from here.
      </OneTimeSecret>
      <Text size="sm" c="dimmed">
        Any library of{' '}
        <Anchor href="https://www.standardwebhooks.com" target="_blank" rel="noreferrer">
          Standard Webhooks
        </Anchor>{' '}
        verifies the signature. {children}
      </Text>
    </Stack>
  )
}
