import { Box, Group, Text, Title } from '@mantine/core'
import { type ReactNode, useEffect } from 'react'

type Props = {
  title: string
  /** Beside the title, for what is done most here. */
  action?: ReactNode
  description?: ReactNode
  children: ReactNode
}

/** A screen with a heading. Its title is the window's too. */
export function Screen({ title, action, description, children }: Props) {
  useTitle(title)
  return (
    <Box maw={920} mx="auto" px="md" py="xl">
      <Group justify="space-between" align="flex-start" mb="lg" wrap="nowrap">
        <div style={{ minWidth: 0 }}>
          <Title order={1} size="h2" style={{ overflowWrap: 'anywhere' }}>
            {title}
          </Title>
          {description !== undefined && (
            <Text c="dimmed" mt={4} maw="60ch">
              {description}
            </Text>
          )}
        </div>
        {action !== undefined && <div style={{ flex: 'none' }}>{action}</div>}
      </Group>
      {children}
    </Box>
  )
}

export function useTitle(title: string): void {
  useEffect(() => {
    document.title = title === '' ? 'Quire' : `${title} · Quire`
  }, [title])
}
