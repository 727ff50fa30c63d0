import { Autocomplete, Button, NativeSelect, Stack } from '@mantine/core'
import { type FormEvent, useState } from 'react'
import { t } from './messages.ts'
import { type PageIds, type PageProperties, useKeys } from './property-queries.ts'
import { type PropertyType, typeChoices } from './property-types.ts'

type Props = {
  page: PageIds
  data: PageProperties
  add: (key: string, type: PropertyType) => void
}

/** The name and the type of a property to add. */
export function NewProperty({ page, data, add }: Props) {
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
