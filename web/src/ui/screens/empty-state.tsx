import { Stack, Text, ThemeIcon, Title } from '@mantine/core'
import type { ReactNode } from 'react'

type Props = {
  icon: ReactNode
  title: string
  /** What to do about it, in a sentence or two. */
  children: ReactNode
  action?: ReactNode
}

/** Says why there is nothing here, and what would change that. */
export function EmptyState({ icon, title, children, action }: Props) {
  return (
    <Stack align="center" gap="xs" py={56} px="md" ta="center">
      <ThemeIcon size={48} radius="xl" variant="light" aria-hidden>
        {icon}
      </ThemeIcon>
      <Title order={2} size="h4" mt="xs">
        {title}
      </Title>
      <Text c="dimmed" maw={420}>
        {children}
      </Text>
      {action}
    </Stack>
  )
}
