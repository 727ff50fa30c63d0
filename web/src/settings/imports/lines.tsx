import { List, Text } from '@mantine/core'
import type { Preview } from './import-queries.ts'
import { t } from './messages.ts'

/** A titled list of lines; nothing without lines. */
export function Lines({ title, lines }: { title: string; lines: readonly string[] }) {
  if (lines.length === 0) return null
  return (
    <>
      <Text fw={600} size="sm" mt="sm">
        {title}
      </Text>
      <List size="sm" aria-label={title}>
        {[...new Set(lines)].map((line) => (
          <List.Item key={line} style={{ overflowWrap: 'anywhere' }}>
            <bdi>{line}</bdi>
          </List.Item>
        ))}
      </List>
    </>
  )
}

export function problemLine({ path, reason }: Preview['problems'][number]): string {
  return `${path} ${reason}`
}

export function lossLine({ outcome, ...loss }: Preview['losses'][number]): string {
  return outcome === 'lost' ? t.lost(loss) : t.changed(loss)
}
