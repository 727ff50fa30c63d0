import { Button, Group, Text, Tooltip } from '@mantine/core'
import { IconAlertTriangle, IconCheck, IconCloudOff, IconCloudUp } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import type { SaveStatus } from '../lib/saving/saver.ts'

type Said = { text: string; icon: ReactNode; hint?: string; colour?: string }

const size = { size: 15, stroke: 1.7 }

function say(status: SaveStatus): Said {
  switch (status.kind) {
    case 'saved':
      return { text: 'Saved', icon: <IconCheck {...size} /> }
    case 'unsaved':
    case 'saving':
      return { text: 'Saving…', icon: <IconCloudUp {...size} /> }
    case 'offline':
      return {
        text: 'Offline',
        icon: <IconCloudOff {...size} />,
        hint: 'The server does not answer. Your changes are kept in this browser and sent as soon as it does.',
        colour: 'var(--quire-warning)',
      }
    case 'failed':
      return {
        text: 'Not saved',
        icon: <IconAlertTriangle {...size} />,
        hint: status.message,
        colour: 'var(--quire-danger)',
      }
    case 'conflict':
      return {
        text: 'Changed elsewhere',
        icon: <IconAlertTriangle {...size} />,
        colour: 'var(--quire-warning)',
      }
  }
}

type Props = { status: SaveStatus; retry: () => void; decide: () => void }

/** Whether what the person wrote is safe. */
export function SaveState({ status, retry, decide }: Props) {
  const { text, icon, hint, colour = 'dimmed' } = say(status)
  return (
    <Group gap={6} wrap="nowrap" className="save-state" data-state={status.kind}>
      <Tooltip label={hint} disabled={hint === undefined} multiline w={280}>
        <Text size="xs" c={colour} role="status" component="div" className="save-state-text">
          {icon}
          <span>{text}</span>
        </Text>
      </Tooltip>
      {(status.kind === 'offline' || status.kind === 'failed') && (
        <Button size="compact-xs" variant="default" onClick={retry}>
          Try again
        </Button>
      )}
      {status.kind === 'conflict' && (
        <Button size="compact-xs" color="orange.9" onClick={decide}>
          Decide
        </Button>
      )}
    </Group>
  )
}
