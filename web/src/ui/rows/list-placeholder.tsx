import { Skeleton, Stack } from '@mantine/core'
import { ErrorNotice } from '../screens/error-notice.tsx'

type Props = {
  list: { error: Error | null; isPending: boolean; refetch: () => unknown }
  /** Of a row, in pixels. */
  height?: number
}

/** What stands in the place of `Rows` until they are there: why they are not, or that they come. */
export function ListPlaceholder({ list: { error, isPending, refetch }, height = 44 }: Props) {
  return (
    <>
      {error !== null && <ErrorNotice error={error} retry={() => void refetch()} />}
      {isPending && (
        <Stack gap="sm">
          <Skeleton h={height} />
          <Skeleton h={height} />
        </Stack>
      )}
    </>
  )
}
