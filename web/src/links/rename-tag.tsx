import { Button, Group, TextInput } from '@mantine/core'
import { notifications } from '@mantine/notifications'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { type SubmitEvent, useState } from 'react'
import { useNavigate } from 'react-router'
import { isTagName } from '../../../content/links/tags.ts'
import { client } from '../lib/client.ts'
import { OpenedModal } from '../ui/forms/opened-modal.tsx'
import { showFailure } from '../ui/undo.tsx'
import { t } from './messages.ts'

type Props = { workspaceId: string; tag: string; close: () => void }

/** Asks for the new name of a tag. The server renames it page by page. */
export function RenameTag({ workspaceId, tag, close }: Props) {
  const [typed, setTyped] = useState(tag)
  const [isChecked, setChecked] = useState(false)
  const newName = typed.trim().replace(/^#/, '')
  const isValid = isTagName(newName)
  const navigate = useNavigate()
  const queries = useQueryClient()
  const { mutate, isPending } = useMutation({
    mutationFn: () => client.tags.rename({ workspaceId, tag, newName }),
    onSuccess: () => {
      notifications.show({ message: t.renaming })
      close()
      void queries.invalidateQueries({ queryKey: ['tags'] })
      void navigate(`/tags?tag=${encodeURIComponent(newName)}`, { replace: true })
    },
    onError: (error) => showFailure(t.notRenamed, error),
  })
  const submit = (event: SubmitEvent) => {
    event.preventDefault()
    setChecked(true)
    if (newName === tag) close()
    else if (isValid) mutate()
  }
  return (
    <OpenedModal onClose={close} title={t.rename}>
      <form onSubmit={submit} noValidate>
        <TextInput
          label={t.newName}
          description={t.renameHint}
          value={typed}
          maxLength={101}
          data-autofocus
          dir="auto"
          error={isChecked && !isValid ? t.invalidName : undefined}
          onChange={({ currentTarget }) => setTyped(currentTarget.value)}
        />
        <Group justify="flex-end" mt="md">
          <Button variant="default" onClick={close}>
            {t.cancel}
          </Button>
          <Button type="submit" loading={isPending}>
            {t.rename}
          </Button>
        </Group>
      </form>
    </OpenedModal>
  )
}
