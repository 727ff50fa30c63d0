import { Code, Group, NavLink, Select, Skeleton, Stack, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { ErrorNotice } from '../ui/screens/error-notice.tsx'
import { t } from './messages.ts'
import type { SkillProps } from './skill-dialog-props.ts'
import { fileQuery, filesQuery, type Shown, versionsQuery } from './skill-queries.ts'

/** The files of a version, with exactly the bytes that agents read. */
export function FilesPanel({ skill, workspaceId }: SkillProps) {
  const ids = { workspaceId, pageId: skill.id }
  const [shown, setShown] = useState<Shown>(skill.served?.version ?? 'draft')
  const [path, setPath] = useState<string>()
  const versions = useQuery(versionsQuery(ids))
  const files = useQuery(filesQuery(ids, shown))
  if (files.error !== null) return <ErrorNotice error={files.error} />
  const listed = files.data?.files ?? []
  const opened = listed.find((file) => file.path === path) ?? mainOf(listed)
  return (
    <Stack gap="sm">
      <Select
        label={t.version}
        allowDeselect={false}
        value={String(shown)}
        data={[
          { value: 'draft', label: t.draft },
          ...(versions.data?.versions ?? []).map(({ version }) => ({
            value: String(version),
            label: t.versionNumber({ version }),
          })),
        ]}
        onChange={(value) => setShown(value === 'draft' ? 'draft' : Number(value))}
      />
      {files.data === undefined && <Skeleton h={80} />}
      <div role="group" aria-label={t.files}>
        {listed.map((file) => (
          <NavLink
            key={file.path}
            component="button"
            active={file.path === opened?.path}
            label={file.path}
            description={(file.isExecutable ? t.executableFile : t.fileSize)({ size: file.size })}
            onClick={() => setPath(file.path)}
          />
        ))}
      </div>
      {opened !== undefined && <FileView ids={ids} shown={shown} path={opened.path} />}
    </Stack>
  )
}

function mainOf<File extends { path: string }>(files: readonly File[]): File | undefined {
  return files.find(({ path }) => path === 'SKILL.md') ?? files[0]
}

type FileViewProps = {
  ids: { workspaceId: string; pageId: string }
  shown: Shown
  path: string
}

function FileView({ ids, shown, path }: FileViewProps) {
  const { data, error } = useQuery(fileQuery(ids, shown, path))
  if (error !== null) return <ErrorNotice error={error} />
  if (data === undefined) return <Skeleton h={120} />
  return (
    <Stack gap={4}>
      <Group>
        <Text size="xs" c="dimmed" dir="ltr">
          {`sha256:${data.sha256}`}
        </Text>
      </Group>
      {data.encoding === 'utf8' ? (
        <Code block dir="auto" tabIndex={0} aria-label={t.contentOf({ path })}>
          {data.content}
        </Code>
      ) : (
        <Text size="sm" c="dimmed">
          {t.notText}
        </Text>
      )}
    </Stack>
  )
}
