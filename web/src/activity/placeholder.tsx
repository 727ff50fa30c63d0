import { Skeleton, Stack } from '@mantine/core'
import { t } from './messages.ts'

export function Placeholder() {
  return (
    <Stack gap="xs" role="status" aria-label={t.loading}>
      {[1, 2, 3].map((row) => (
        <Skeleton key={row} h={44} radius="md" />
      ))}
    </Stack>
  )
}
