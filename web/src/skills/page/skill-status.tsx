import { Anchor, Stack, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { Link } from 'react-router'
import { Findings } from '../findings.tsx'
import { t } from '../messages.ts'
import { checkQuery, versionsQuery } from '../skill-queries.ts'

const servedLabel = 'production'

/** Says on the page of a skill or agent whether agents use its text, and what the check finds while it is written. */
export function SkillStatus({ workspaceId, pageId }: { workspaceId: string; pageId: string }) {
  const ids = { workspaceId, pageId }
  const { data: checked } = useQuery(checkQuery(ids))
  const { data } = useQuery(versionsQuery(ids))
  if (checked === undefined || data === undefined) return null
  const served = data.versions.find(({ labels }) => labels.includes(servedLabel))
  const isServed = served?.digest === checked.digest
  return (
    <Stack gap="xs" my="sm" role="region" aria-label={t.publication}>
      <Text size="sm">
        {served === undefined ? t.notServed : isServed ? t.draftIsServed : t.draftDiffers}{' '}
        <Anchor component={Link} to={`/skills?skill=${pageId}`} size="sm">
          {t.details}
        </Anchor>
      </Text>
      <Findings findings={checked.findings} />
    </Stack>
  )
}
