import { Anchor, Code, Group, Stack, Text } from '@mantine/core'
import { CopyButton } from '../ui/forms/copy-button.tsx'
import { InstallLinks } from './install-links.tsx'
import { installSnippets } from './install-snippets.ts'
import { t } from './messages.ts'
import type { SkillProps } from './skill-dialog-props.ts'

/** How a skill gets into the folder of a client. */
export function InstallPanel({ skill, workspaceId }: SkillProps) {
  const { served } = skill
  if (served === null) return <Text c="dimmed">{t.notServed}</Text>
  const query = new URLSearchParams({ workspaceId, pageId: skill.id })
  const snippets = installSnippets(location.origin, { skill, workspaceId })
  return (
    <Stack gap="md">
      <Text size="sm">
        <Anchor href={`/v1/skills/archive?${query}`} download>
          {t.downloadZip}
        </Anchor>
      </Text>
      {snippets.map(({ client, code }) => (
        <Stack key={client} gap="xs">
          <Group justify="space-between">
            <Text size="sm">{client}</Text>
            <CopyButton value={code} />
          </Group>
          <Code block dir="ltr" tabIndex={0} aria-label={t.snippetFor({ client })}>
            {code}
          </Code>
        </Stack>
      ))}
      {skill.ownership === 'SKILL' && <InstallLinks skill={skill} workspaceId={workspaceId} />}
    </Stack>
  )
}
