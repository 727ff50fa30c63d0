import { Anchor, Button, Drawer, Group, Stack, Text, Title, useDirection } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { Link, useNavigate } from 'react-router'
import { IconDownload, IconFilePlus } from '../../vendor/icons/icons.ts'
import { client } from '../lib/client.ts'
import { formatDateTime } from '../lib/dates.ts'
import { formatSize } from '../lib/numbers.ts'
import { displayTitle } from '../lib/page-title.ts'
import { useSession } from '../lib/session.ts'
import { useRights, useWorkspace } from '../lib/workspace.tsx'
import { PageIcon } from '../ui/emoji/page-icon.tsx'
import { CopyButton } from '../ui/forms/copy-button.tsx'
import { showFailure } from '../ui/undo.tsx'
import { DeleteFile } from './delete-file.tsx'
import { FileName } from './file-name.tsx'
import type { ListedFile } from './file-row.tsx'
import { fileUseQuery } from './file-use.ts'
import { t } from './messages.ts'
import { Preview } from './preview.tsx'

type Props = {
  file: ListedFile | null
  canWrite: boolean
  onClose: () => void
  /** The same file, with another name. */
  onChange?: (file: ListedFile) => void
}

/** One file: its content, the pages that use it, and actions. */
export function FileDetails({ file, canWrite, onClose, onChange }: Props) {
  const canChange = useCanChange(file)
  const { dir } = useDirection()
  return (
    <Drawer
      opened={file !== null}
      onClose={onClose}
      position={dir === 'rtl' ? 'left' : 'right'}
      size="lg"
      // In a drawer that slides in, Chromium draws the player of a sound 15 pixels wide, and leaves it so.
      transitionProps={{ transition: 'fade', duration: 150 }}
      title={
        file !== null && (
          <FileName
            key={file.id}
            file={file}
            canChange={canChange}
            onRename={(name) => onChange?.({ ...file, name })}
          />
        )
      }
      styles={{ title: { flex: 1, fontWeight: 600, overflowWrap: 'anywhere' } }}
    >
      {file !== null && (
        <Details file={file} canWrite={canWrite} canChange={canChange} onClose={onClose} />
      )}
    </Drawer>
  )
}

/** The person who uploaded a file can change it, and so can owners and admins. */
function useCanChange(file: ListedFile | null): boolean {
  const { user } = useSession()
  const { canWrite, canManage } = useRights()
  return canManage || (canWrite && file?.createdBy.id === user.id)
}

type DetailsProps = {
  file: ListedFile
  canWrite: boolean
  canChange: boolean
  onClose: () => void
}

function Details({ file, canWrite, canChange, onClose }: DetailsProps) {
  const { name, size, mimeType, createdAt, createdBy, url } = file
  return (
    <Stack gap="md">
      <Preview file={file} />
      <Text size="sm" c="dimmed">
        {t.uploadedBy({
          size: formatSize(size),
          type: mimeType,
          name: `${createdBy.firstName} ${createdBy.lastName}`,
          date: formatDateTime(createdAt),
        })}
      </Text>
      <Group gap="xs">
        <Button
          component="a"
          href={url}
          download={name}
          variant="default"
          size="xs"
          leftSection={<IconDownload size={14} />}
        >
          {t.download}
        </Button>
        {canWrite && <PageFromFile file={file} />}
        <CopyButton value={`${location.origin}${url}`} label={t.copyLink} />
        {canChange && <DeleteFile file={file} onDelete={onClose} />}
      </Group>
      <UsingPages fileId={file.id} />
    </Stack>
  )
}

function PageFromFile({ file }: { file: ListedFile }) {
  const { workspace } = useWorkspace()
  const navigate = useNavigate()
  const [isBusy, setBusy] = useState(false)
  const create = async () => {
    setBusy(true)
    try {
      const { pageId } = await client.workspaces.createPageFromFile({
        workspaceId: workspace.id,
        fileId: file.id,
        title: titleFor(file.name),
      })
      await navigate(`/pages/${pageId}`)
    } catch (error) {
      showFailure(t.pageNotCreated, error)
      setBusy(false)
    }
  }
  return (
    <Button
      size="xs"
      loading={isBusy}
      leftSection={<IconFilePlus size={14} />}
      onClick={() => void create()}
    >
      {t.createPage}
    </Button>
  )
}

function UsingPages({ fileId }: { fileId: string }) {
  const { workspace } = useWorkspace()
  const { data } = useQuery(fileUseQuery({ workspaceId: workspace.id, fileId }))
  return (
    <section aria-label={t.usedOn}>
      <Title order={3} size="h6" mb={4}>
        {t.usedOn}
      </Title>
      {data?.pages.length === 0 && (
        <Text size="sm" c="dimmed">
          {t.notUsed}
        </Text>
      )}
      <Stack gap={4}>
        {data?.pages.map(({ id, title, icon }) => (
          <Group key={id} gap={6} wrap="nowrap">
            <PageIcon icon={icon} />
            <Anchor component={Link} to={`/pages/${id}`} size="sm">
              {displayTitle(title)}
            </Anchor>
          </Group>
        ))}
      </Stack>
    </section>
  )
}

/** The name without an ending that says that it is text. */
function titleFor(name: string): string {
  const title = name.replace(/(?<=.)\.(?:md|markdown|txt)$/i, '')
  return Array.from(title).slice(0, 255).join('')
}
