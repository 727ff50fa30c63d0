import {
  Button,
  FileButton,
  Group,
  SegmentedControl,
  Skeleton,
  Stack,
  Text,
  TextInput,
} from '@mantine/core'
import { useDebouncedValue } from '@mantine/hooks'
import { keepPreviousData, useInfiniteQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { IconFiles, IconSearch, IconUpload } from '../../vendor/icons/icons.ts'
import { client } from '../lib/client.ts'
import { addUploads } from '../lib/uploads/upload.ts'
import { useRights, useWorkspace } from '../lib/workspace.tsx'
import { ShowMore } from '../ui/rows/show-more.tsx'
import { EmptyState } from '../ui/screens/empty-state.tsx'
import { ErrorNotice } from '../ui/screens/error-notice.tsx'
import { Screen } from '../ui/screens/screen.tsx'
import { DropArea } from './drop-area.tsx'
import { FileDetails } from './file-details.tsx'
import { FileRow, type ListedFile } from './file-row.tsx'
import { type FileKind, kinds } from './kinds.tsx'
import { t } from './messages.ts'
import { UploadList } from './upload-list.tsx'
import { useUploads } from './use-uploads.ts'

const pageSize = 50

/** All files of the workspace, with uploads. */
export function FilesScreen() {
  const { workspace } = useWorkspace()
  const { canWrite } = useRights()
  const workspaceId = workspace.id
  const uploads = useUploads(workspaceId)
  const [query, setQuery] = useState('')
  const [kind, setKind] = useState<string>('all')
  const [opened, setOpened] = useState<ListedFile | null>(null)
  const add = (files: readonly File[]) => {
    addUploads(workspaceId, files)
  }
  return (
    <DropArea isEnabled={canWrite} onDrop={add}>
      <Screen
        title={t.title}
        description={t.hint}
        action={
          canWrite && (
            <FileButton multiple onChange={add}>
              {(props) => (
                <Button {...props} leftSection={<IconUpload size={16} />}>
                  {t.upload}
                </Button>
              )}
            </FileButton>
          )
        }
      >
        <Stack gap="md">
          <UploadList uploads={uploads} />
          <Group gap="sm">
            <TextInput
              aria-label={t.searchFiles}
              placeholder={t.searchByName}
              leftSection={<IconSearch size={16} />}
              value={query}
              maxLength={200}
              onChange={({ currentTarget }) => setQuery(currentTarget.value)}
              flex={1}
              miw={200}
            />
            <div style={{ maxWidth: '100%', overflowX: 'auto' }}>
              <SegmentedControl
                aria-label={t.kind}
                data={kinds.map(({ value, label }) => ({ value, label: label() }))}
                value={kind}
                onChange={setKind}
              />
            </div>
          </Group>
          <List query={query} kind={kind} canWrite={canWrite} onOpen={setOpened} />
        </Stack>
        <FileDetails
          file={opened}
          canWrite={canWrite}
          onClose={() => setOpened(null)}
          onChange={setOpened}
        />
      </Screen>
    </DropArea>
  )
}

type ListProps = {
  query: string
  kind: string
  canWrite: boolean
  onOpen: (file: ListedFile) => void
}

function List({ query, kind, canWrite, onOpen }: ListProps) {
  const { workspace } = useWorkspace()
  const [settled] = useDebouncedValue(query.trim(), 150)
  const chosen = kinds.find(({ value }) => value === kind)?.value ?? 'all'
  const asked = {
    workspaceId: workspace.id,
    ...(settled === '' ? {} : { query: settled }),
    ...(chosen === 'all' ? {} : { kind: chosen satisfies FileKind }),
  }
  const files = useInfiniteQuery({
    queryKey: ['files', 'list', asked],
    queryFn: ({ pageParam, signal }) =>
      client.files.list({ ...asked, limit: pageSize, offset: pageParam }, { signal }),
    initialPageParam: 0,
    getNextPageParam: ({ total }, pages) => {
      const loaded = pages.reduce((sum, page) => sum + page.files.length, 0)
      return loaded < total ? loaded : undefined
    },
    placeholderData: keepPreviousData,
  })
  const failure = files.error !== null && (
    <ErrorNotice
      error={files.error}
      retry={() => void (files.isFetchNextPageError ? files.fetchNextPage() : files.refetch())}
    />
  )
  if (files.data === undefined) return failure || <Placeholder />
  const listed = files.data.pages.flatMap((page) => page.files)
  const total = files.data.pages[0]?.total ?? 0
  if (listed.length === 0) {
    const isFiltered = settled !== '' || chosen !== 'all'
    return (
      <EmptyState icon={<IconFiles size={26} />} title={isFiltered ? t.noMatch : t.noFiles}>
        {isFiltered && t.noMatchHint}
        {!isFiltered && (canWrite ? t.noFilesHint : t.noFilesYet)}
      </EmptyState>
    )
  }
  return (
    <>
      <Text size="sm" c="dimmed" role="status">
        {t.count({ count: total })}
      </Text>
      <Stack component="ul" gap={0} m={0} p={0} style={{ listStyle: 'none' }}>
        {listed.map((file) => (
          <FileRow key={file.id} file={file} onOpen={onOpen} />
        ))}
      </Stack>
      {failure}
      {files.hasNextPage && failure === false && (
        <ShowMore isLoading={files.isFetchingNextPage} load={files.fetchNextPage} />
      )}
    </>
  )
}

function Placeholder() {
  return (
    <Stack gap="xs" role="status" aria-label={t.loading}>
      {[1, 2, 3, 4].map((row) => (
        <Skeleton key={row} h={52} radius="md" />
      ))}
    </Stack>
  )
}
