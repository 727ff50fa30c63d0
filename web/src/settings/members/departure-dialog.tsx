import { Button, Group, Modal, Stack, Text } from '@mantine/core'
import { useState } from 'react'
import { useAction } from '../../lib/actions.ts'
import { isCode } from '../../lib/errors.ts'
import { sessionKey } from '../../lib/session.ts'
import { useWorkspace } from '../../lib/workspace.tsx'
import { ErrorNotice } from '../../ui/screens/error-notice.tsx'
import { t as common } from '../messages.ts'
import { NewManagerField } from './new-manager-field.tsx'

type Props = {
  /** The person whose membership ends. */
  userId: string
  body: string
  label: string
  /** The field for the member who takes over. With `isOptional` it is there from the start. */
  newManager: { label: string; description: string; isOptional: boolean }
  end: (input: { handOverTo?: string }) => Promise<unknown>
  done: string
  close: () => void
}

/** Asks before a membership ends, and who manages the pages of the person from then on. */
export function DepartureDialog({
  title,
  isOpen,
  ...props
}: Props & { title: string; isOpen: boolean }) {
  return (
    <Modal opened={isOpen} onClose={props.close} title={title}>
      <DepartureForm {...props} />
    </Modal>
  )
}

function DepartureForm({ userId, body, label, newManager, end, done, close }: Props) {
  const { workspace } = useWorkspace()
  const [isShown, setIsShown] = useState(newManager.isOptional)
  const [newManagerId, setNewManagerId] = useState<string | null>(null)
  const act = useAction(
    () =>
      end(newManagerId === null ? {} : { handOverTo: newManagerId }).catch((error: unknown) => {
        if (isCode(error, 'LAST_MANAGER')) setIsShown(true)
        throw error
      }),
    {
      changes: [['members', workspace.id], ['permissions', 'hidden'], sessionKey],
      done,
      onDone: close,
      showError: 'in the form',
    },
  )
  return (
    <Stack>
      <Text size="sm">{body}</Text>
      {isShown && (
        <NewManagerField
          label={newManager.label}
          description={newManager.description}
          exceptId={userId}
          value={newManagerId}
          onChange={setNewManagerId}
        />
      )}
      {act.error !== null && <ErrorNotice error={act.error} />}
      <Group justify="flex-end">
        <Button variant="default" onClick={close}>
          {common.cancel}
        </Button>
        <Button color="red.9" loading={act.isPending} onClick={() => act.mutate()}>
          {label}
        </Button>
      </Group>
    </Stack>
  )
}
