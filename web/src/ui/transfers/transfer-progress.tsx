import { Alert, Button, Group, Progress, Stack, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { client } from '../../lib/client.ts'
import { showFailure } from '../undo.tsx'
import { t } from './messages.ts'

const pollMs = 500

type Props = {
  workspaceId: string
  transferId: string
  kind: 'copy' | 'move'
  /** The name of the other workspace. */
  target: string
  close: () => void
  /** Goes to a page of the app. */
  open: (address: string) => void
}

/** How far a transfer is, and what became of it. */
export function TransferProgress({ workspaceId, transferId, kind, target, close, open }: Props) {
  const transfer = { workspaceId, transferId }
  const { data } = useQuery({
    queryKey: ['transfers', 'get', transfer],
    queryFn: ({ signal }) => client.transfers.get(transfer, { signal }),
    refetchInterval: ({ state }) => (isOpen(state.data?.state) ? pollMs : false),
    refetchIntervalInBackground: true,
  })
  const cancel = async () => {
    try {
      await client.transfers.cancel(transfer)
    } catch (error) {
      showFailure(t.notCancelled, error)
    }
  }
  const { state = 'running', done = 0, total = 0, copyId = '', error = '' } = data ?? {}
  if (isOpen(state)) {
    return (
      <Stack gap="sm" role="status">
        <Progress
          value={total === 0 ? 0 : (100 * done) / total}
          aria-label={t.progress({ done, total })}
        />
        <Text size="sm">{state === 'undoing' ? t.undoing : t.progress({ done, total })}</Text>
        <Text size="sm" c="dimmed">
          {t.continues}
        </Text>
        <Group justify="end">
          <Button variant="default" disabled={state === 'undoing'} onClick={() => void cancel()}>
            {t.cancel}
          </Button>
        </Group>
      </Stack>
    )
  }
  const address = `/pages/${copyId}`
  if (state !== 'done') {
    return (
      <Alert color={state === 'failed' ? 'red' : 'gray'} role="status">
        {state === 'failed' ? t.failed({ error: error ?? '' }) : t.cancelled}
      </Alert>
    )
  }
  return (
    <Stack gap="sm" role="status">
      <Text>
        {kind === 'move' ? t.moved({ workspace: target }) : t.copied({ workspace: target })}
      </Text>
      <Group justify="end">
        <Button
          component="a"
          href={address}
          onClick={(event) => {
            if (event.ctrlKey || event.metaKey || event.shiftKey) return
            event.preventDefault()
            close()
            open(address)
          }}
        >
          {t.open}
        </Button>
      </Group>
    </Stack>
  )
}

function isOpen(state: string | undefined): boolean {
  return state === undefined || state === 'running' || state === 'undoing'
}
