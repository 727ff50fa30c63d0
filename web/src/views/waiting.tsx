import { Alert, Text } from '@mantine/core'
import { messageOf } from '../lib/errors.ts'
import { t } from './messages.ts'

/** In place of rows that are not loaded yet, or could not be. */
export function Waiting({ error }: { error: Error | null }) {
  return error === null ? (
    <Text role="status" c="dimmed" size="sm">
      {t.loading}
    </Text>
  ) : (
    <Alert color="red" title={t.notLoaded}>
      {messageOf(error)}
    </Alert>
  )
}
