import { Alert, Button, Group, Text } from '@mantine/core'
import { IconAlertCircle } from '../../../vendor/icons/icons.ts'
import { messageOf } from '../../lib/errors.ts'
import { t } from '../messages.ts'

type Props = { error: unknown; title?: string; retry?: () => void }

/** An error in words, announced to screen readers, with a way on where there is one. */
export function ErrorNotice({ error, title, retry }: Props) {
  return (
    <Alert color="red" variant="light" icon={<IconAlertCircle />} title={title} role="alert">
      <Group justify="space-between" gap="sm">
        <Text size="sm">{messageOf(error)}</Text>
        {retry !== undefined && (
          <Button size="xs" variant="default" onClick={retry}>
            {t.tryAgain}
          </Button>
        )}
      </Group>
    </Alert>
  )
}
