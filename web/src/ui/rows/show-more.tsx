import { Button, Group } from '@mantine/core'
import { t } from './messages.ts'

type Props = { isLoading?: boolean; load: () => unknown }

/** Below a list of which only the first part is loaded. */
export function ShowMore({ isLoading = false, load }: Props) {
  return (
    <Group justify="center" mt="sm">
      <Button variant="default" loading={isLoading} onClick={() => void load()}>
        {t.showMore}
      </Button>
    </Group>
  )
}
