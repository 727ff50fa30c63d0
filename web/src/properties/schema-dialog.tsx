import { Button, Checkbox, Group, NativeSelect, Stack, Text, TextInput } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { IconPlus } from '../../vendor/icons/icons.ts'
import { useAction } from '../lib/actions.ts'
import { client } from '../lib/client.ts'
import { OpenedModal } from '../ui/forms/opened-modal.tsx'
import { ErrorNotice } from '../ui/screens/error-notice.tsx'
import { t } from './messages.ts'
import type { Definition } from './property-queries.ts'
import { typeChoices } from './property-types.ts'
import { SchemaOptions } from './schema-options.tsx'
import classes from './properties.module.css'

type Props = { workspaceId: string; sectionId: string | null; close: () => void }

/** The properties that all pages of a section have. */
export function SchemaDialog({ workspaceId, sectionId, close }: Props) {
  const subject = { workspaceId, pageId: sectionId }
  const { data, error } = useQuery({
    queryKey: ['property-schema', workspaceId, sectionId],
    queryFn: ({ signal }) => client.properties.schema(subject, { signal }),
    staleTime: 0,
    gcTime: 0,
  })
  return (
    <OpenedModal onClose={close} title={t.schemaTitle} size="lg">
      <Text size="sm" c="dimmed" mb="md">
        {sectionId === null ? t.schemaOpen : t.schemaSection}
      </Text>
      {error !== null && <ErrorNotice error={error} title={t.notLoaded} />}
      {data !== undefined && (
        <SchemaForm subject={subject} definitions={data.definitions} close={close} />
      )}
    </OpenedModal>
  )
}

type FormProps = {
  subject: { workspaceId: string; pageId: string | null }
  definitions: Definition[]
  close: () => void
}

function SchemaForm({ subject, definitions, close }: FormProps) {
  const [rows, setRows] = useState(() => definitions.map((row, id) => ({ id, row })))
  const save = useAction(
    () => {
      const named = rows.map(({ row }) => row).filter(({ key }) => key.trim() !== '')
      return client.properties.setSchema({ ...subject, definitions: named.map(settled) })
    },
    { changes: [['properties', subject.workspaceId]], done: t.schemaSaved, onDone: close },
  )
  const update = (id: number, change: Partial<Definition>) =>
    setRows((now) =>
      now.map((one) => (one.id === id ? { id, row: { ...one.row, ...change } } : one)),
    )
  const add = () =>
    setRows((now) => [
      ...now,
      { id: Math.max(-1, ...now.map(({ id }) => id)) + 1, row: { key: '', type: 'text' as const } },
    ])
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault()
        save.mutate(undefined)
      }}
    >
      <Stack>
        {rows.map(({ id, row }) => (
          <DefinitionFields
            key={id}
            definition={row}
            change={(change) => update(id, change)}
            remove={() => setRows((now) => now.filter((one) => one.id !== id))}
          />
        ))}
        <Group>
          <Button variant="default" size="xs" leftSection={<IconPlus size={16} />} onClick={add}>
            {t.add}
          </Button>
        </Group>
        <Group justify="flex-end">
          <Button variant="default" onClick={close}>
            {t.cancel}
          </Button>
          <Button type="submit" loading={save.isPending}>
            {t.save}
          </Button>
        </Group>
      </Stack>
    </form>
  )
}

type DefinitionProps = {
  definition: Definition
  change: (change: Partial<Definition>) => void
  remove: () => void
}

function DefinitionFields({ definition, change, remove }: DefinitionProps) {
  const { key, type, required = false, description = '', options = [] } = definition
  const hasOptions = type === 'select' || type === 'multi-select'
  return (
    <fieldset className={classes['definition']}>
      <legend>
        <bdi>{key || t.addTitle}</bdi>
      </legend>
      <Group align="flex-end" wrap="wrap">
        <TextInput
          label={t.name}
          flex="1 1 160px"
          dir="auto"
          maxLength={100}
          required
          withAsterisk={false}
          value={key}
          onChange={(event) => change({ key: event.currentTarget.value })}
        />
        <NativeSelect
          label={t.type}
          flex="0 1 150px"
          data={typeChoices()}
          value={type}
          onChange={({ currentTarget }) => {
            const found = typeChoices().find(({ value }) => value === currentTarget.value)
            if (found !== undefined) change({ type: found.value })
          }}
        />
        <Checkbox
          mb={8}
          label={t.required}
          checked={required}
          onChange={(event) => change({ required: event.currentTarget.checked })}
        />
      </Group>
      <TextInput
        mt="xs"
        label={t.description}
        dir="auto"
        maxLength={1000}
        value={description}
        onChange={(event) => change({ description: event.currentTarget.value })}
      />
      {hasOptions && (
        <SchemaOptions options={options} change={(next) => change({ options: next })} />
      )}
      <Button
        mt="xs"
        variant="subtle"
        color="red"
        size="compact-sm"
        aria-label={t.removeProperty({ name: key })}
        onClick={remove}
      >
        {t.remove}
      </Button>
    </fieldset>
  )
}

/** Without what does not apply to the type. */
function settled({ key, type, options, description, required, ...rest }: Definition): Definition {
  const hasOptions = type === 'select' || type === 'multi-select'
  const named = (options ?? []).filter(({ name }) => name.trim() !== '')
  return {
    ...rest,
    key: key.trim(),
    type,
    ...(hasOptions && named.length > 0 ? { options: named } : {}),
    ...(description === undefined || description === '' ? {} : { description }),
    ...(required === true ? { required } : {}),
  }
}
