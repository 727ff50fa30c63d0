import { Group, Stack, Text, TextInput } from '@mantine/core'
import type { ReactNode } from 'react'
import { CopyButton } from './copy-button.tsx'

/** A link that one person gives to another. */
export function HandedLink({ url, children }: { url: string; children: ReactNode }) {
  return (
    <Stack gap="sm">
      <Text size="sm">{children}</Text>
      <Group gap="xs" wrap="nowrap">
        <TextInput
          aria-label="Link"
          value={url}
          readOnly
          flex={1}
          onFocus={({ currentTarget }) => currentTarget.select()}
        />
        <CopyButton value={url} label="Copy link" variant="filled" />
      </Group>
    </Stack>
  )
}
