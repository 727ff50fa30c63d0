import { Autocomplete, Button, Group, NativeSelect, Popover, Stack } from '@mantine/core'
import { IconPlus, IconSettings } from '@tabler/icons-react'
import { type FormEvent, lazy, Suspense, useState } from 'react'
import { t } from './messages.ts'
import { type PageIds, type PageProperties, useKeys } from './property-queries.ts'
import { type PropertyType, typeChoices } from './property-types.ts'
import classes from './properties.module.css'

const SchemaDialog = lazy(async () => ({
  default: (await import('./schema-dialog.tsx')).SchemaDialog,
}))

type Props = {
  page: PageIds
  data: PageProperties
  canManage: boolean
  add: (key: string, type: PropertyType) => void
}

/** Adds a property, and opens those of the section for people who manage it. */
export function AddProperty({ page, data, canManage, add }: Props) {
  const [isOpen, setOpen] = useState(false)
  const [isEditing, setEditing] = useState(false)
  return (
    <Group gap={4} className={classes['actions']}>
      <Popover
        opened={isOpen}
        onChange={setOpen}
        position="bottom-start"
        shadow="md"
        width={280}
        trapFocus
        returnFocus
        withinPortal
      >
        <Popover.Target>
          <Button
            variant="subtle"
            color="gray"
            size="compact-sm"
            className={classes['add'] ?? ''}
            leftSection={<IconPlus size={16} />}
            onClick={() => setOpen(!isOpen)}
          >
            {t.add}
          </Button>
        </Popover.Target>
        <Popover.Dropdown aria-label={t.addTitle}>
          <NewProperty
            page={page}
            data={data}
            add={(key, type) => {
              setOpen(false)
              add(key, type)
            }}
          />
          {canManage && (
            <Button
              fullWidth
              mt="xs"
              variant="subtle"
              color="gray"
              size="compact-sm"
              className={classes['schema'] ?? ''}
              leftSection={<IconSettings size={16} />}
              onClick={() => {
                setOpen(false)
                setEditing(true)
              }}
            >
              {t.editSchema}
            </Button>
          )}
        </Popover.Dropdown>
      </Popover>
      {isEditing && (
        <Suspense>
          <SchemaDialog
            workspaceId={page.workspaceId}
            sectionId={data.sectionId}
            close={() => setEditing(false)}
          />
        </Suspense>
      )}
    </Group>
  )
}

type NewProps = Pick<Props, 'page' | 'data' | 'add'>

function NewProperty({ page, data, add }: NewProps) {
  const [name, setName] = useState('')
  const [chosen, setChosen] = useState<PropertyType>()
  const present = new Set(data.properties.map(({ key }) => key))
  const used = useKeys(page.workspaceId)
  const key = name.trim()
  const known =
    data.schema.find((definition) => definition.key === key)?.type ??
    used.find((one) => one.key === key)?.types[0]
  const type = chosen ?? known ?? 'text'
  const isTaken = present.has(key)
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (key !== '' && !isTaken) add(key, type)
  }
  const shown = new Set(data.schema.map((definition) => definition.key))
  return (
    <form onSubmit={submit}>
      <Stack gap="xs">
        <Autocomplete
          data-autofocus
          label={t.name}
          placeholder={t.nameHint}
          dir="auto"
          maxLength={100}
          limit={20}
          openOnFocus={false}
          data={used.map((one) => one.key).filter((one) => !present.has(one) && !shown.has(one))}
          value={name}
          onChange={setName}
          error={isTaken && t.nameTaken}
          comboboxProps={{ withinPortal: false }}
        />
        <NativeSelect
          label={t.type}
          data={typeChoices()}
          value={type}
          onChange={({ currentTarget }) =>
            setChosen(typeChoices().find(({ value }) => value === currentTarget.value)?.value)
          }
        />
        <Button type="submit" size="xs" disabled={key === '' || isTaken}>
          {t.create}
        </Button>
      </Stack>
    </form>
  )
}
