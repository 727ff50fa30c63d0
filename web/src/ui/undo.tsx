import { Anchor, Group, Text } from '@mantine/core'
import { notifications } from '@mantine/notifications'

/** Long enough to read and to reach for. */
const stays = 10_000

/** Says what was done, with the way back. */
export function showUndo(message: string, undo: () => void | Promise<void>): void {
  const id = notifications.show({
    autoClose: stays,
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
          Undo
        </Anchor>
      </Group>
    ),
  })
}

/** Says why something did not happen; the server's own words are fit to show. */
export function showFailure(title: string, error: unknown): void {
  const message = error instanceof Error ? error.message : 'Try again in a moment.'
  notifications.show({ color: 'red', title, message, autoClose: stays })
}
