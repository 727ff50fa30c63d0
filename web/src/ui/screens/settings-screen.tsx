import { Text, Title } from '@mantine/core'
import type { ReactNode } from 'react'
import { useTitle } from './screen.tsx'

type Props = { title: string; description?: ReactNode; children: ReactNode }

/** One screen of the settings: a heading, then sections. */
export function SettingsScreen({ title, description, children }: Props) {
  useTitle(title)
  return (
    <div>
      <Title order={1} size="h3">
        {title}
      </Title>
      {description !== undefined && (
        <Text c="dimmed" mt={4} maw="60ch" component="div">
          {description}
        </Text>
      )}
      <div>{children}</div>
    </div>
  )
}
