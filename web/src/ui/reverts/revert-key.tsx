import { Button, Modal, Select } from '@mantine/core'
import { useState } from 'react'
import { t } from './messages.ts'
import { RevertDialog } from './revert-dialog.tsx'

type Props = { workspaceId: string; keyId: string; name: string }

const hours = [1, 24, 7 * 24, 30 * 24] as const
const hourMs = 3_600_000

/** Reverts what an API key changed in the workspace since a time, after a preview. */
export function RevertKey({ workspaceId, keyId, name }: Props) {
  const [isOpen, setOpen] = useState(false)
  const close = () => setOpen(false)
  return (
    <>
      <Button
        variant="default"
        size="xs"
        aria-label={t.revertKeyLabel({ name })}
        onClick={() => setOpen(true)}
      >
        {t.revertKey}
      </Button>
      <Modal opened={isOpen} onClose={close} title={t.questionKey({ name })} size="lg">
        <RevertSince {...{ workspaceId, keyId, close }} />
      </Modal>
    </>
  )
}

type SinceProps = Pick<Props, 'workspaceId' | 'keyId'> & { close: () => void }

function RevertSince({ workspaceId, keyId, close }: SinceProps) {
  const [chosen, setChosen] = useState('1')
  // The preview and the revert are about the same time.
  const [openedAt] = useState(() => Date.now())
  const since = new Date(openedAt - Number(chosen) * hourMs).toISOString()
  const labels = [t.lastHour, t.lastDay, t.lastWeek, t.lastMonth]
  return (
    <>
      <Select
        mb="md"
        label={t.range}
        value={chosen}
        allowDeselect={false}
        onChange={(value) => setChosen(value ?? '1')}
        data={hours.map((value, index) => ({ value: `${value}`, label: labels[index] ?? '' }))}
      />
      <RevertDialog key={since} target={{ workspaceId, keyId, since }} close={close} />
    </>
  )
}
