import { Skeleton, Stack, VisuallyHidden } from '@mantine/core'

/** Stands where a screen is about to be. */
export function PageSkeleton({ lines = 6 }: { lines?: number }) {
  return (
    <Stack gap="sm" py="xl" role="status" aria-busy>
      <VisuallyHidden>Loading…</VisuallyHidden>
      <Skeleton h={32} w="45%" mb="md" />
      {Array.from({ length: lines }, (_, index) => (
        <Skeleton key={index} h={14} w={`${92 - ((index * 17) % 40)}%`} />
      ))}
    </Stack>
  )
}
