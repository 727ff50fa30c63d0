import { ActionIcon, Button, Group, Text, TextInput } from '@mantine/core'
import { type FormEvent, type KeyboardEvent, useEffect, useRef, useState } from 'react'
import { IconPencil } from '../../vendor/icons/icons.ts'
import { useAction } from '../lib/actions.ts'
import { client } from '../lib/client.ts'
import { messageOf } from '../lib/errors.ts'
import { useWorkspace } from '../lib/workspace.tsx'
import type { ListedFile } from './file-row.tsx'
import { t } from './messages.ts'

type Props = {
  file: ListedFile
  canChange: boolean
  onRename: (name: string) => void
}

/** The name of a file, which turns into a field where it is changed. */
export function FileName({ file, canChange, onRename }: Props) {
  const [isOpen, setOpen] = useState(false)
  if (isOpen) {
    return <NameField file={file} onRename={onRename} onClose={() => setOpen(false)} />
  }
  return (
    <Group gap={4} wrap="nowrap" component="span">
      <Text span inherit style={{ overflowWrap: 'anywhere' }}>
        {file.name}
      </Text>
      {canChange && (
        <ActionIcon
          variant="subtle"
          color="gray"
          size="sm"
          aria-label={t.rename}
          onClick={() => setOpen(true)}
        >
          <IconPencil size={15} />
        </ActionIcon>
      )}
    </Group>
  )
}

type FieldProps = Omit<Props, 'canChange'> & { onClose: () => void }

function NameField({ file, onRename, onClose }: FieldProps) {
  const { workspace } = useWorkspace()
  const [name, setName] = useState(file.name)
  const field = useRef<HTMLInputElement>(null)
  useEffect(() => field.current?.focus(), [])
  const rename = useAction(
    () => client.files.rename({ workspaceId: workspace.id, fileId: file.id, name: name.trim() }),
    {
      changes: [['files'], ['pageFiles']],
      showError: 'in the form',
      onDone: () => {
        onRename(name.trim())
        onClose()
      },
    },
  )
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (name.trim() === file.name) onClose()
    else rename.mutate()
  }
  const leave = (event: KeyboardEvent) => {
    if (event.key === 'Escape') onClose()
  }
  return (
    <form onSubmit={submit}>
      <Group gap="xs" wrap="nowrap" align="flex-start">
        <TextInput
          aria-label={t.fileName}
          ref={field}
          size="sm"
          flex={1}
          value={name}
          maxLength={512}
          error={rename.error === null ? undefined : messageOf(rename.error)}
          onChange={({ currentTarget }) => setName(currentTarget.value)}
          onFocus={({ currentTarget }) => selectStem(currentTarget)}
          // Escape closes only the field, not the drawer it stands in.
          data-mantine-stop-propagation
          onKeyDown={leave}
        />
        <Button type="submit" size="sm" loading={rename.isPending} disabled={name.trim() === ''}>
          {t.rename}
        </Button>
      </Group>
    </form>
  )
}

/** What comes before the ending is what people change. */
function selectStem(field: HTMLInputElement): void {
  const end = field.value.lastIndexOf('.')
  field.setSelectionRange(0, end > 0 ? end : field.value.length)
}
