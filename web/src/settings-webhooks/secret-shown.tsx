import { Alert, Anchor, Code, Group, Stack, Text } from '@mantine/core'
import { IconAlertTriangle } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import { CopyButton } from '../ui/copy-button.tsx'

/** A secret that is shown this once. */
export function SecretShown({ secret, children }: { secret: string; children?: ReactNode }) {
  return (
    <Stack gap="sm">
      <Alert color="orange" variant="light" icon={<IconAlertTriangle />}>
        This is the only time it is shown. The receiver needs it to know that what comes is from
        here.
      </Alert>
      <Group gap="xs" wrap="nowrap">
        <Code
          block
          flex={1}
          style={{ overflowWrap: 'anywhere', whiteSpace: 'normal' }}
          data-testid="secret"
        >
          {secret}
        </Code>
        <CopyButton value={secret} label="Copy secret" variant="filled" />
      </Group>
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
