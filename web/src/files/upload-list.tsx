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
import {
  IconCircleCheck,
  IconPlayerPause,
  IconPlayerPlay,
  IconX,
} from '../../vendor/icons/icons.ts'
import { formatSize } from '../lib/numbers.ts'
import {
  addUploads,
  cancelUpload,
  clearDone,
  pauseUpload,
  resumeUpload,
  type UploadItem,
} from '../lib/uploads/upload.ts'
import { t } from './messages.ts'

/** The uploads into the workspace. */
export function UploadList({ uploads }: { uploads: readonly UploadItem[] }) {
  if (uploads.length === 0) return null
  const isAnyDone = uploads.some(({ state }) => state === 'done')
  return (
    <Paper withBorder radius="md" p="sm" component="section" aria-label={t.uploads}>
      <Group justify="space-between" mb={4} mih={24}>
        <Text fw={600} size="sm">
          {t.uploads}
        </Text>
        {isAnyDone && (
          <Button variant="subtle" size="compact-xs" onClick={clearDone}>
            {t.clearFinished}
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
              {stateText(item)}
            </Text>
          </Group>
          {state !== 'interrupted' && (
            <Progress
              value={share}
              size="sm"
              mt={4}
              color={colours[state] ?? 'indigo'}
              aria-label={t.progress({ name, share: share / 100 })}
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

function stateText({ state, ...item }: UploadItem): string {
  if (state === 'waiting') return t.waiting
  if (state === 'interrupted') return t.interrupted
  const [sent, size] = [formatSize(item.sent), formatSize(item.size)]
  if (state === 'done') return size
  if (state === 'paused') return t.pausedAt({ sent, size })
  if (state === 'retrying') return t.waitingAt({ sent, size })
  return state === 'failed' ? t.stoppedAt({ sent, size }) : t.sending({ sent, size })
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
              {t.chooseAgain}
            </Button>
          )}
        </FileButton>
      )}
      {(state === 'sending' || state === 'retrying' || state === 'waiting') && (
        <Control label={t.pause({ name })} onClick={() => pauseUpload(id)}>
          <IconPlayerPause size={16} />
        </Control>
      )}
      {isStopped && (
        <Control label={t.resume({ name })} onClick={() => resumeUpload(id)}>
          <IconPlayerPlay size={16} />
        </Control>
      )}
      <Control label={t.cancel({ name })} onClick={() => void cancelUpload(id)}>
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
