import { Alert, Code, Group } from '@mantine/core'
import type { ReactNode } from 'react'
import { IconAlertTriangle } from '../../../vendor/icons/icons.ts'
import { t } from '../messages.ts'
import { CopyButton } from './copy-button.tsx'

type Props = { kind: 'key' | 'secret'; value: string; children: ReactNode }

/** A key or a secret that is never shown again, with the reason to keep it. */
export function OneTimeSecret({ kind, value, children }: Props) {
  return (
    <>
      <Alert color="orange" variant="light" icon={<IconAlertTriangle />}>
        {t.shownOnce} {children}
      </Alert>
      <Group gap="xs" wrap="nowrap">
        <Code
          block
          flex={1}
          style={{ overflowWrap: 'anywhere', whiteSpace: 'normal' }}
          dir="ltr"
          data-testid={kind}
        >
          {value}
        </Code>
        <CopyButton
          value={value}
          label={kind === 'key' ? t.copyKey : t.copySecret}
          variant="filled"
        />
      </Group>
    </>
  )
}
