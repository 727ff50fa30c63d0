import { Anchor, Group, Text } from '@mantine/core'
import { notifications } from '@mantine/notifications'
import { messageOf } from '../lib/errors.ts'
import { t } from './messages.ts'

/** Long enough to read and to reach for. */
const stayMs = 10_000

/** Says what was done, with the way back. */
export function showUndo(message: string, undo: () => void | Promise<void>): void {
  const id = notifications.show({
    autoClose: stayMs,
    message: (
      <Group justify="space-between" wrap="nowrap" gap="md">
        <Text size="sm" lineClamp={2}>
          {message}
        </Text>
        <Anchor
          component="button"
          type="button"
          size="sm"
          fw={600}
          onClick={() => {
            notifications.hide(id)
            void undo()
          }}
        >
          {t.undo}
        </Anchor>
      </Group>
    ),
  })
}

/** Says what did not happen, and why. */
export function showFailure(title: string, error: unknown): void {
  notifications.show({ color: 'red', title, message: messageOf(error), autoClose: stayMs })
}
