import { Button, Group, Text, Textarea, TextInput } from '@mantine/core'
import { t } from './messages.ts'
import type { Change } from './queries.ts'
import { editable, type EditedChange } from './revision.ts'

type FieldProps = { edited: EditedChange; edit: (edited: EditedChange) => void }

/** The title and the text of a change, as the reader edits them. */
export function EditFields({ edited, edit }: FieldProps) {
  const { title, markdown } = edited
  return (
    <>
      {title !== null && (
        <TextInput
          label={t.pageTitle}
          maxLength={255}
          value={title}
          onChange={({ currentTarget }) => edit({ ...edited, title: currentTarget.value })}
        />
      )}
      {markdown !== null && (
        <Textarea
          label={t.editedBody}
          autosize
          minRows={6}
          value={markdown}
          onChange={({ currentTarget }) => edit({ ...edited, markdown: currentTarget.value })}
        />
      )}
    </>
  )
}

type EditProps = {
  change: Change
  edited: EditedChange | undefined
  edit: (edited: EditedChange | undefined) => void
  /** Leaves the change out of the proposal; undefined for those who cannot. */
  remove: (() => void) | undefined
}

/** Begins and ends an edit. */
export function EditButtons({ change, edited, edit, remove }: EditProps) {
  const before = editable(change)
  if (before === undefined && remove === undefined) return null
  return (
    <Group mt="xs" gap="xs">
      {before !== undefined && (
        <Button
          size="xs"
          variant="subtle"
          onClick={() => edit(edited === undefined ? before : undefined)}
        >
          {edited === undefined ? t.editBody : t.stopEditing}
        </Button>
      )}
      {remove !== undefined && (
        <Button size="xs" variant="subtle" color="red" onClick={remove}>
          {t.removeChange}
        </Button>
      )}
    </Group>
  )
}

export function RemovedChange({ restore }: { restore: () => void }) {
  return (
    <Group gap="xs">
      <Text size="sm" c="dimmed" role="status">
        {t.changeRemoved}
      </Text>
      <Button size="xs" variant="subtle" onClick={restore}>
        {t.restoreChange}
      </Button>
    </Group>
  )
}
