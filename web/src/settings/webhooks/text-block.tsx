import { Code, Group, Text } from '@mantine/core'
import type { ReactNode } from 'react'

/** A request or response as text, under a title. */
export function TextBlock({
  title,
  text,
  action,
}: {
  title: string
  text: string
  action?: ReactNode
}) {
  return (
    <div>
      <Group justify="space-between" mb={4}>
        <Text size="sm" fw={550}>
          {title}
        </Text>
        {action}
      </Group>
      <Code
        block
        tabIndex={0}
        aria-label={title}
        role="region"
        dir="ltr"
        style={{ maxHeight: 260, overflow: 'auto' }}
      >
        {text}
      </Code>
    </div>
  )
}
