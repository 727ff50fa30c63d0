import { Alert, Code, Group } from '@mantine/core'
import { IconAlertTriangle } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import { CopyButton } from './copy-button.tsx'

type Props = { kind: 'key' | 'secret'; value: string; children: ReactNode }

/** A key or a secret that is never shown again, with the reason to keep it. */
export function ShownOnce({ kind, value, children }: Props) {
  return (
    <>
      <Alert color="orange" variant="light" icon={<IconAlertTriangle />}>
        This is the only time it is shown. {children}
      </Alert>
      <Group gap="xs" wrap="nowrap">
        <Code
          block
          flex={1}
          style={{ overflowWrap: 'anywhere', whiteSpace: 'normal' }}
          data-testid={kind}
        >
          {value}
        </Code>
        <CopyButton value={value} label={`Copy ${kind}`} variant="filled" />
      </Group>
    </>
  )
}
