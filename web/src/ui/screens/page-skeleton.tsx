import { Skeleton, Stack, VisuallyHidden } from '@mantine/core'
import { t } from '../messages.ts'

/** Stands where a screen is about to be. */
export function PageSkeleton({ lines = 6 }: { lines?: number }) {
  return (
    <Stack gap="sm" py="xl" role="status" aria-busy>
      <VisuallyHidden>{t.loading}</VisuallyHidden>
      <Skeleton h={32} w="45%" mb="md" />
      {Array.from({ length: lines }, (_, index) => (
        <Skeleton key={index} h={14} w={`${92 - ((index * 17) % 40)}%`} />
      ))}
    </Stack>
  )
}
