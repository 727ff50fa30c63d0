import { Group, Stack, Text, TextInput } from '@mantine/core'
import type { ReactNode } from 'react'
import { t } from '../messages.ts'
import { CopyButton } from './copy-button.tsx'

/** A link that one person gives to another. */
export function ShareLink({ url, children }: { url: string; children: ReactNode }) {
  return (
    <Stack gap="sm">
      <Text size="sm">{children}</Text>
      <Group gap="xs" wrap="nowrap">
        <TextInput
          aria-label={t.link}
          value={url}
          dir="ltr"
          readOnly
          flex={1}
          onFocus={({ currentTarget }) => currentTarget.select()}
        />
        <CopyButton value={url} label={t.copyLink} variant="filled" />
      </Group>
    </Stack>
  )
}
