import { Box, Group, Text, Title } from '@mantine/core'
import type { ReactNode } from 'react'
import classes from './section.module.css'

type Props = { title: string; description?: ReactNode; action?: ReactNode; children?: ReactNode }

/** A part of a screen with a heading of its own. */
export function Section({ title, description, action, children }: Props) {
  return (
    <Box component="section" className={classes['section']} aria-label={title}>
      <Group justify="space-between" align="flex-start" wrap="nowrap" gap="md">
        <div>
          <Title order={2} size="h5">
            {title}
          </Title>
          {description !== undefined && (
            <Text c="dimmed" size="sm" mt={2} maw="60ch" component="div">
              {description}
            </Text>
          )}
        </div>
        {action !== undefined && <Box className={classes['action']}>{action}</Box>}
      </Group>
      {children !== undefined && <Box mt="md">{children}</Box>}
    </Box>
  )
}
