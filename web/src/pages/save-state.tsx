import { Button, Group, Text, Tooltip } from '@mantine/core'
import type { ReactNode } from 'react'
import {
  IconAlertTriangle,
  IconCheck,
  IconCloudOff,
  IconCloudUp,
} from '../../vendor/icons/icons.ts'
import { t } from './messages.ts'
import { type SaveStatus, unsentState } from './saving/save-status.ts'
import { unsentLabel } from './unsent/unsent-labels.ts'
import type { FailureAction } from './use-failure-actions.ts'

type Shown = { text: string; icon: ReactNode; hint?: string; colour?: string }

const size = { size: 15, stroke: 1.7 }

function describe(status: SaveStatus): Shown {
  const state = unsentState(status)
  if (state === undefined) return { text: t.saved, icon: <IconCheck {...size} /> }
  if (state.kind === 'unsaved') return { text: t.saving, icon: <IconCloudUp {...size} /> }
  const { text, reason } = unsentLabel(state)
  const Icon = state.kind === 'offline' ? IconCloudOff : IconAlertTriangle
  const colour = state.kind === 'failed' ? 'var(--quire-danger)' : 'var(--quire-warning)'
  return { text, hint: reason, icon: <Icon {...size} />, colour }
}

type Props = {
  status: SaveStatus
  retry: () => void
  decide: () => void
  /** What helps most when the page is not saved. */
  help: FailureAction | undefined
}

/** Whether what the person wrote is safe. */
export function SaveState({ status, retry, decide, help }: Props) {
  const { text, icon, hint, colour = 'dimmed' } = describe(status)
  return (
    <Group gap={6} wrap="nowrap" className="save-state" data-state={status.kind}>
      <Tooltip label={hint} disabled={hint === undefined} multiline w={280}>
        <Text size="xs" c={colour} role="status" component="div" className="save-state-text">
          {icon}
          <span>{text}</span>
        </Text>
      </Tooltip>
      {status.kind === 'offline' && (
        <Button size="compact-xs" variant="default" onClick={retry}>
          {t.tryAgain}
        </Button>
      )}
      {status.kind === 'failed' && help !== undefined && (
        <Button size="compact-xs" variant="default" onClick={() => void help.act()}>
          {help.label}
        </Button>
      )}
      {status.kind === 'conflict' && (
        <Button size="compact-xs" color="#b03a0b" onClick={decide}>
          {t.review}
        </Button>
      )}
    </Group>
  )
}
