import {
  ActionIcon,
  Button,
  FileButton,
  Group,
  Paper,
  Progress,
  Stack,
  Text,
  Tooltip,
} from '@mantine/core'
import { IconCircleCheck, IconPlayerPause, IconPlayerPlay, IconX } from '@tabler/icons-react'
import { formatSize } from '../lib/numbers.ts'
import {
  addUploads,
  cancelUpload,
  clearDone,
  pauseUpload,
  resumeUpload,
  type UploadItem,
} from '../lib/uploads/upload.ts'

/** What is on its way into the workspace. */
export function UploadList({ uploads }: { uploads: readonly UploadItem[] }) {
  if (uploads.length === 0) return null
  const isAnyDone = uploads.some(({ state }) => state === 'done')
  return (
    <Paper withBorder radius="md" p="sm" component="section" aria-label="Uploads">
      <Group justify="space-between" mb={4} mih={24}>
        <Text fw={600} size="sm">
          Uploads
        </Text>
        {isAnyDone && (
          <Button variant="subtle" size="compact-xs" onClick={clearDone}>
            Clear finished
          </Button>
        )}
      </Group>
      <Stack component="ul" gap="sm" m={0} p={0} style={{ listStyle: 'none' }}>
        {uploads.map((item) => (
          <UploadRow key={item.id} item={item} />
        ))}
      </Stack>
    </Paper>
  )
}

const colours: Partial<Record<UploadItem['state'], string>> = { failed: 'red', done: 'teal' }

function UploadRow({ item }: { item: UploadItem }) {
  const { name, size, sent, state } = item
  const share = size === 0 ? (state === 'done' ? 100 : 0) : (sent / size) * 100
  return (
    <li>
      <Group wrap="nowrap" gap="sm">
        <div style={{ flex: 1, minWidth: 0 }}>
          <Group justify="space-between" wrap="nowrap" gap="sm">
            <Text size="sm" truncate>
              {name}
            </Text>
            <Text size="xs" c={state === 'failed' ? 'red' : 'dimmed'} style={{ flex: 'none' }}>
              {sayState(item)}
            </Text>
          </Group>
          {state !== 'interrupted' && (
            <Progress
              value={share}
              size="sm"
              mt={4}
              color={colours[state] ?? 'indigo'}
              aria-label={`${name}: ${Math.round(share)} %`}
            />
          )}
          {item.message !== undefined && (
            <Text size="xs" c={state === 'failed' ? 'red' : 'dimmed'} mt={4}>
              {item.message}
            </Text>
          )}
        </div>
        <Controls item={item} />
      </Group>
    </li>
  )
}

function sayState({ state, sent, size }: UploadItem): string {
  if (state === 'waiting') return 'Waiting'
  if (state === 'done') return formatSize(size)
  if (state === 'interrupted') return 'Interrupted'
  const share = `${formatSize(sent)} of ${formatSize(size)}`
  if (state === 'paused') return `Paused at ${share}`
  if (state === 'retrying') return `Waiting at ${share}`
  return state === 'failed' ? `Stopped at ${share}` : share
}

function Controls({ item }: { item: UploadItem }) {
  const { id, name, state, workspaceId } = item
  if (state === 'done') return <IconCircleCheck size={20} color="var(--mantine-color-teal-6)" />
  const isStopped = state === 'paused' || state === 'failed'
  return (
    <Group gap={2} wrap="nowrap">
      {state === 'interrupted' && (
        <FileButton onChange={(file) => file !== null && addUploads(workspaceId, [file])}>
          {(props) => (
            <Button {...props} variant="light" size="compact-sm">
              Choose the file to go on
            </Button>
          )}
        </FileButton>
      )}
      {(state === 'sending' || state === 'retrying' || state === 'waiting') && (
        <Control label={`Pause ${name}`} onClick={() => pauseUpload(id)}>
          <IconPlayerPause size={16} />
        </Control>
      )}
      {isStopped && (
        <Control label={`Resume ${name}`} onClick={() => resumeUpload(id)}>
          <IconPlayerPlay size={16} />
        </Control>
      )}
      <Control label={`Cancel ${name}`} onClick={() => void cancelUpload(id)}>
        <IconX size={16} />
      </Control>
    </Group>
  )
}

type ControlProps = { label: string; onClick: () => void; children: React.ReactNode }

function Control({ label, onClick, children }: ControlProps) {
  return (
    <Tooltip label={label}>
      <ActionIcon variant="subtle" color="gray" aria-label={label} onClick={onClick}>
        {children}
      </ActionIcon>
    </Tooltip>
  )
}
