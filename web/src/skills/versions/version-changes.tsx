import { Badge, Group, Skeleton, Stack, Text, Title } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { LineChanges } from '../../ui/difference/line-changes.tsx'
import { ErrorNotice } from '../../ui/screens/error-notice.tsx'
import { t } from '../messages.ts'
import { changesQuery, type FileChange, type Shown } from '../skill-queries.ts'

type Props = { workspaceId: string; pageId: string; from: number; to: Shown }

const changes = {
  added: { color: 'green', label: () => t.fileAdded },
  removed: { color: 'red', label: () => t.fileRemoved },
  changed: { color: 'blue', label: () => t.fileChanged },
} as const

/** The files that differ from an earlier version, line by line. */
export function VersionChanges({ from, ...props }: Props) {
  const { data, error } = useQuery(changesQuery({ ...props, from }))
  const title = t.changesSince({ version: from })
  return (
    <Stack gap="sm" role="region" aria-label={title}>
      <Title order={3} size="h6">
        {title}
      </Title>
      {error !== null && <ErrorNotice error={error} />}
      {data === undefined && error === null && <Skeleton h={80} />}
      {data?.files.length === 0 && <Text size="sm">{t.noChanges}</Text>}
      {data?.files.map((file) => (
        <FileDifference key={file.path} file={file} />
      ))}
    </Stack>
  )
}

function FileDifference({ file: { path, change, lines } }: { file: FileChange }) {
  const { color, label } = changes[change]
  const isSame = lines !== null && lines.every(({ kind }) => kind === 'same')
  return (
    <Stack gap={4} role="group" aria-label={path}>
      <Group gap="xs">
        <code dir="ltr">{path}</code>
        <Badge size="sm" variant="light" color={color}>
          {label()}
        </Badge>
      </Group>
      {lines === null && (
        <Text size="sm" c="dimmed">
          {t.notText}
        </Text>
      )}
      {isSame && (
        <Text size="sm" c="dimmed">
          {t.executableChanged}
        </Text>
      )}
      {lines !== null && !isSame && <LineChanges lines={lines} />}
    </Stack>
  )
}
