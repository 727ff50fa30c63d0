import { Badge, Button, Group, Skeleton, Stack, Text } from '@mantine/core'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { client } from '../../lib/client.ts'
import { RelativeTime } from '../../ui/relative-time.tsx'
import { ErrorNotice } from '../../ui/screens/error-notice.tsx'
import { t } from '../messages.ts'
import type { SkillProps } from '../skill-dialog-props.ts'
import { type SkillVersion, versionsQuery } from '../skill-queries.ts'
import { VersionChanges } from './version-changes.tsx'
import { VersionLabels } from './version-labels.tsx'
import { VersionRecord } from './version-record.tsx'

const servedLabel = 'production'

/** The history of publications, with what changed, their labels, and the way back to an earlier one. */
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
      {data.versions.map((version, index) => (
        <VersionRow
          key={version.version}
          version={version}
          earlier={data.versions[index + 1]?.version}
          ids={ids}
          mayPublish={data.mayPublish}
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
  /** The number of the version before. */
  earlier: number | undefined
  ids: { workspaceId: string; pageId: string }
  mayPublish: boolean
  serve: (() => void) | undefined
}

function VersionRow({ version, earlier, ids, mayPublish, serve }: VersionRowProps) {
  const [open, setOpen] = useState<'labels' | 'changes'>()
  const toggle = (part: 'labels' | 'changes') => setOpen(open === part ? undefined : part)
  const number = t.versionNumber({ version: version.version })
  return (
    <Stack gap="xs" role="group" aria-label={number}>
      <Group justify="space-between" align="flex-start">
        <Publication version={version} ids={ids} />
        <Group gap="xs">
          {earlier !== undefined && (
            <Button
              size="xs"
              variant="subtle"
              aria-expanded={open === 'changes'}
              onClick={() => toggle('changes')}
            >
              {t.changes}
            </Button>
          )}
          {mayPublish && (
            <Button
              size="xs"
              variant="subtle"
              aria-expanded={open === 'labels'}
              onClick={() => toggle('labels')}
            >
              {t.editLabels}
            </Button>
          )}
          {serve !== undefined && (
            <Button size="xs" variant="default" onClick={serve}>
              {t.serveVersion}
            </Button>
          )}
        </Group>
      </Group>
      {open === 'changes' && earlier !== undefined && (
        <VersionChanges {...ids} from={earlier} to={version.version} />
      )}
      {open === 'labels' && (
        <VersionLabels version={version} ids={ids} close={() => setOpen(undefined)} />
      )}
    </Stack>
  )
}

function Publication({ version, ids }: Pick<VersionRowProps, 'version' | 'ids'>) {
  const { publishedBy, publishedAt, note, labels, isAutomatic } = version
  return (
    <Stack gap={2}>
      <Group gap="xs">
        <Text fw={600}>{t.versionNumber({ version: version.version })}</Text>
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
  )
}
