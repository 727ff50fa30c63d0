import { Anchor, Code, Group, Stack, Tabs, Text, Title } from '@mantine/core'
import { Link } from 'react-router'
import { CopyButton } from '../ui/forms/copy-button.tsx'
import { snippetsFor } from './snippets.ts'

/** How agents get at the pages above. */
export function HowTo() {
  const snippets = snippetsFor(location.origin)
  return (
    <section aria-label="Use them from an agent">
      <Title order={2} size="h5" mb={4}>
        Use them from an agent
      </Title>
      <Text size="sm" c="dimmed" mb="sm" maw="65ch">
        Connect a client once, with a key from{' '}
        <Anchor component={Link} to="/settings/api" size="sm" underline="always">
          your settings
        </Anchor>{' '}
        in place of <Code>svc_YourKey</Code>. Skills are then prompts, as{' '}
        <Code>/mcp__quire__release-notes</Code> in Claude Code; skills and agents are also resources
        to attach. Words in <Code>{'{{double braces}}'}</Code> are asked for.
      </Text>
      <Tabs defaultValue={snippets[0]?.id ?? ''} variant="pills">
        <Tabs.List mb="xs">
          {snippets.map(({ id, client }) => (
            <Tabs.Tab key={id} value={id}>
              {client}
            </Tabs.Tab>
          ))}
        </Tabs.List>
        {snippets.map(({ id, client, where, code }) => (
          <Tabs.Panel key={id} value={id}>
            <Stack gap="xs">
              <Group justify="space-between">
                <Text size="sm" c="dimmed">
                  {where}
                </Text>
                <CopyButton value={code} />
              </Group>
              {/* To be scrolled by keyboard. */}
              <Code block tabIndex={0} aria-label={`Snippet for ${client}`}>
                {code}
              </Code>
            </Stack>
          </Tabs.Panel>
        ))}
      </Tabs>
    </section>
  )
}
