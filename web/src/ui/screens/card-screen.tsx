import { Box, Center, Group, Stack, Text, Title } from '@mantine/core'
import type { ReactNode } from 'react'
import { LanguageChoice } from '../language/language-choice.tsx'
import { Logo } from '../logo.tsx'
import { useTitle } from './screen.tsx'
import classes from './card-screen.module.css'

type Props = {
  title: string
  description?: ReactNode
  children: ReactNode
  footer?: ReactNode
  isSignedIn?: boolean
}

/** A screen for people who are not signed in: one thing to do, in the middle. */
export function CardScreen({ title, description, children, footer, isSignedIn = false }: Props) {
  useTitle(title)
  return (
    <Center component="main" className={classes['screen']}>
      <Box className={classes['column']}>
        <Group gap={8} mb="xl" justify="center">
          <Logo size={28} />
          <Text fw={650} size="lg" translate="no">
            Quire
          </Text>
        </Group>
        <Box className={classes['card']}>
          <Stack gap={4} mb="lg">
            <Title order={1} size="h3">
              {title}
            </Title>
            {description !== undefined && (
              <Text c="dimmed" size="sm">
                {description}
              </Text>
            )}
          </Stack>
          {children}
        </Box>
        {footer !== undefined && (
          <Text size="sm" c="dimmed" ta="center" mt="md" component="div">
            {footer}
          </Text>
        )}
        {!isSignedIn && (
          <Center mt="lg">
            <LanguageChoice />
          </Center>
        )}
      </Box>
    </Center>
  )
}
