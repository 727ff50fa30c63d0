import { Button, Modal } from '@mantine/core'
import { useState } from 'react'
import { IconArrowBackUp } from '../../../vendor/icons/icons.ts'
import { t } from './messages.ts'
import { RevertDialog } from './revert-dialog.tsx'

type Props = {
  workspaceId: string
  runId: string
  /** What made the changes, such as "Claude Code for Ada". */
  name: string
}

/** Reverts a run after a preview. */
export function RevertRun({ workspaceId, runId, name }: Props) {
  const [isOpen, setOpen] = useState(false)
  return (
    <>
      <Button
        size="xs"
        variant="default"
        leftSection={<IconArrowBackUp size={16} />}
        onClick={() => setOpen(true)}
      >
        {t.revert}
      </Button>
      <Modal opened={isOpen} onClose={() => setOpen(false)} title={t.question({ name })} size="lg">
        <RevertDialog target={{ workspaceId, runId }} close={() => setOpen(false)} />
      </Modal>
    </>
  )
}
