import { Anchor, Stack, Text } from '@mantine/core'
import type { ReactNode } from 'react'
import { OneTimeSecret } from '../../ui/forms/one-time-secret.tsx'
import { t } from './messages.ts'

/** A secret that is shown only once. */
export function NewSecret({ secret, children }: { secret: string; children?: ReactNode }) {
  return (
    <Stack gap="sm">
      <OneTimeSecret kind="secret" value={secret}>
        {t.secretPurpose}
      </OneTimeSecret>
      <Text size="sm" c="dimmed">
        {t.verify({
          link: (name) => (
            <Anchor href="https://www.standardwebhooks.com" target="_blank" rel="noreferrer">
              {name}
            </Anchor>
          ),
        })}{' '}
        {children}
      </Text>
    </Stack>
  )
}
