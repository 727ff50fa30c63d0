import { Badge, Button, Card, Group, Progress, Stack, Text } from '@mantine/core'
import { useAction } from '../../lib/actions.ts'
import { client } from '../../lib/client.ts'
import { ImportPreview } from './import-preview.tsx'
import { type Import, importsKey } from './import-queries.ts'
import { ImportReport } from './import-report.tsx'
import { t } from './messages.ts'
import { UndoImport } from './undo-import.tsx'

type Props = { workspaceId: string; shown: Import }

const stateLabels = {
  reading: 'stateReading',
  ready: 'stateReady',
  running: 'stateRunning',
  paused: 'statePaused',
  done: 'stateDone',
  cancelled: 'stateCancelled',
  failed: 'stateFailed',
} as const

/** An import with its state, and what can be done with it. */
export function ImportCard({ workspaceId, shown }: Props) {
  const { name, state, done, total, error, undoneAt } = shown
  const isShownDone = state === 'running' || state === 'paused'
  const percent = total === 0 ? 0 : Math.round((done / total) * 100)
  return (
    <Card withBorder component="article" aria-label={name}>
      <Stack gap="sm">
        <Group justify="space-between" gap="sm">
          <Text fw={600} style={{ overflowWrap: 'anywhere' }}>
            <bdi>{name}</bdi>
          </Text>
          <Badge variant="light" color={state === 'failed' ? 'red' : 'gray'}>
            {undoneAt === null ? t[stateLabels[state]] : t.stateUndone}
          </Badge>
        </Group>
        {error !== null && (
          <Text size="sm" role="alert">
            {error}
          </Text>
        )}
        {isShownDone && (
          <>
            <Progress value={percent} aria-label={t.progress({ name })} />
            <Text size="sm">{t.progressOf({ done, total })}</Text>
          </>
        )}
        {state === 'ready' && <ImportPreview {...{ workspaceId, shown }} />}
        {state === 'done' && <ImportReport {...{ workspaceId, shown }} />}
        <ImportActions {...{ workspaceId, shown }} />
      </Stack>
    </Card>
  )
}

function ImportActions({ workspaceId, shown }: Props) {
  const { id: importId, state, runId, name, total, undoneAt } = shown
  const address = { workspaceId, importId }
  const options = { changes: [importsKey(workspaceId), ['tree']] }
  const start = useAction(() => client.imports.start(address), options)
  const pause = useAction(() => client.imports.pause(address), options)
  const resume = useAction(() => client.imports.resume(address), options)
  const cancel = useAction(() => client.imports.cancel(address), options)
  const isOpen = state !== 'done' && state !== 'cancelled'
  const mayResume = state === 'paused' || (state === 'failed' && total > 0)
  return (
    <Group gap="xs">
      {state === 'ready' && (
        <Button size="xs" loading={start.isPending} onClick={() => start.mutate(undefined)}>
          {t.start({ count: total })}
        </Button>
      )}
      {state === 'running' && (
        <Button size="xs" variant="default" onClick={() => pause.mutate(undefined)}>
          {t.pause}
        </Button>
      )}
      {mayResume && (
        <Button size="xs" onClick={() => resume.mutate(undefined)}>
          {t.resume}
        </Button>
      )}
      {isOpen && (
        <Button size="xs" variant="default" onClick={() => cancel.mutate(undefined)}>
          {t.cancel}
        </Button>
      )}
      {runId !== null && state !== 'running' && (
        <UndoImport {...{ workspaceId, runId, name, undoneAt }} />
      )}
    </Group>
  )
}
