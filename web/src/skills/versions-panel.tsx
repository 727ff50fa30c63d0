import { Badge, Button, Group, Skeleton, Stack, Text } from '@mantine/core'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { client } from '../lib/client.ts'
import { RelativeTime } from '../ui/relative-time.tsx'
import { ErrorNotice } from '../ui/screens/error-notice.tsx'
import { t } from './messages.ts'
import type { SkillProps } from './skill-dialog-props.ts'
import { type SkillVersion, versionsQuery } from './skill-queries.ts'
import { VersionRecord } from './version-record.tsx'

const servedLabel = 'production'

/** The history of publications, with the way back to an earlier one. */
export function VersionsPanel({ skill, workspaceId }: SkillProps) {
  const queries = useQueryClient()
  const ids = { workspaceId, pageId: skill.id }
  const { data, error } = useQuery(versionsQuery(ids))
  const serving = useMutation({
    mutationFn: (version: number) =>
      client.skills.setLabel({ ...ids, label: servedLabel, version }),
    onSettled: () => queries.invalidateQueries({ queryKey: ['workspaces'] }),
  })
  if (error !== null) return <ErrorNotice error={error} />
  if (data === undefined) return <Skeleton h={120} />
  return (
    <Stack gap="md">
      {serving.error !== null && <ErrorNotice error={serving.error} />}
      {data.versions.length === 0 && <Text c="dimmed">{t.noVersions}</Text>}
      {data.versions.map((version) => (
        <VersionRow
          key={version.version}
          version={version}
          ids={ids}
          serve={
            data.mayPublish && !version.labels.includes(servedLabel)
              ? () => serving.mutate(version.version)
              : undefined
          }
        />
      ))}
    </Stack>
  )
}

type VersionRowProps = {
  version: SkillVersion
  ids: { workspaceId: string; pageId: string }
  serve: (() => void) | undefined
}

function VersionRow({ version, ids, serve }: VersionRowProps) {
  const { publishedBy, publishedAt, note, labels, isAutomatic } = version
  const number = t.versionNumber({ version: version.version })
  return (
    <Group
      justify="space-between"
      align="flex-start"
      wrap="nowrap"
      role="group"
      aria-label={number}
    >
      <Stack gap={2}>
        <Group gap="xs">
          <Text fw={600}>{number}</Text>
          {labels.map((label) => (
            <Badge key={label} size="sm" variant="light">
              {label}
            </Badge>
          ))}
        </Group>
        <Text size="xs" c="dimmed">
          {`${publishedBy.firstName} ${publishedBy.lastName}`} · <RelativeTime at={publishedAt} />
          {isAutomatic && ` · ${t.withoutReview}`}
        </Text>
        {note !== '' && (
          <Text size="sm" dir="auto">
            {note}
          </Text>
        )}
        <VersionRecord version={version} ids={ids} />
      </Stack>
      {serve !== undefined && (
        <Button size="xs" variant="default" onClick={serve}>
          {t.serveVersion}
        </Button>
      )}
    </Group>
  )
}
