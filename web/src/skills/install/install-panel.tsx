import { Anchor, Code, Group, Stack, Text, Title } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { CopyButton } from '../../ui/forms/copy-button.tsx'
import { t } from '../messages.ts'
import type { SkillProps } from '../skill-dialog-props.ts'
import { versionsQuery } from '../skill-queries.ts'
import { InstallLinks } from './install-links.tsx'
import { installSnippets } from './install-snippets.ts'

/** How a skill gets into the folder of a client. */
export function InstallPanel({ skill, workspaceId }: SkillProps) {
  const { served } = skill
  if (served === null) return <Text c="dimmed">{t.notServed}</Text>
  const query = new URLSearchParams({ workspaceId, pageId: skill.id })
  const snippets = installSnippets(location.origin, { skill, workspaceId, name: served.name })
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
      {skill.ownership === 'SKILL' && <OwnLinks skill={skill} workspaceId={workspaceId} />}
    </Stack>
  )
}

/** Only those who may publish the skill create links to it. */
function OwnLinks({ skill, workspaceId }: SkillProps) {
  const scope = { workspaceId, pageId: skill.id }
  const { data } = useQuery(versionsQuery(scope))
  if (data?.mayPublish !== true) return null
  return (
    <Stack gap="xs" role="region" aria-label={t.installLinks}>
      <Title order={3} size="h6">
        {t.installLinks}
      </Title>
      <InstallLinks scope={scope} />
    </Stack>
  )
}
