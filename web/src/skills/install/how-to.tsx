import { Anchor, Code, Group, Stack, Tabs, Text, Title } from '@mantine/core'
import { Link } from 'react-router'
import { CopyButton } from '../../ui/forms/copy-button.tsx'
import { t } from '../messages.ts'
import { snippetsFor } from './snippets.ts'

/** How to use skills and agents from a client. */
export function HowTo() {
  const snippets = snippetsFor(location.origin)
  return (
    <section aria-label={t.howTo}>
      <Title order={2} size="h5" mb={4}>
        {t.howTo}
      </Title>
      <Text size="sm" c="dimmed" mb="sm" maw="65ch">
        {t.howToHint({
          link: (children) => (
            <Anchor component={Link} to="/settings/api" size="sm" underline="always">
              {children}
            </Anchor>
          ),
          code: (children) => <Code dir="ltr">{children}</Code>,
          braces: () => <Code>{`{{${t.doubleBraces}}}`}</Code>,
        })}
      </Text>
      <Tabs defaultValue={snippets[0]?.id ?? ''} variant="pills">
        <Tabs.List mb="xs">
          {snippets.map(({ id, client }) => (
            <Tabs.Tab key={id} value={id}>
              {client}
            </Tabs.Tab>
          ))}
        </Tabs.List>
        {snippets.map(({ id, client, hint, code }) => (
          <Tabs.Panel key={id} value={id}>
            <Stack gap="xs">
              <Group justify="space-between">
                <Text size="sm" c="dimmed">
                  {hint}
                </Text>
                <CopyButton value={code} />
              </Group>
              {/* To be scrolled by keyboard. */}
              <Code block dir="ltr" tabIndex={0} aria-label={t.snippetFor({ client })}>
                {code}
              </Code>
            </Stack>
          </Tabs.Panel>
        ))}
      </Tabs>
    </section>
  )
}
