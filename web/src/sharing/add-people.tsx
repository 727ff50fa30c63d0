import { Button, Group, NativeSelect, Select } from '@mantine/core'
import { notifications } from '@mantine/notifications'
import { useState } from 'react'
import { asLevel, levelChoices } from '../lib/access/level-names.ts'
import type { Level } from '../lib/access/levels.ts'
import { t } from './messages.ts'
import type { Grant } from './permissions.ts'
import { useChoices } from './use-choices.ts'
import classes from './sharing.module.css'

type Props = {
  workspaceId: string
  grants: readonly Grant[]
  add: (principalId: string, level: Level) => void
  isPending: boolean
}

/** Gives a person or a group access, found by name. */
export function AddPeople({ workspaceId, grants, add, isPending }: Props) {
  const [chosen, setChosen] = useState<string | null>(null)
  const [level, setLevel] = useState<Level>('write')
  const choices = useChoices(workspaceId, grants)
  const submit = () => {
    const found = choices.find(({ value }) => value === chosen)
    if (found === undefined) return
    add(found.value, level)
    notifications.show({ message: t.added({ name: found.label }) })
    setChosen(null)
  }
  return (
    <Group gap="xs" align="flex-end" wrap="wrap" className={classes['add']}>
      <Select
        label={t.addPeople}
        placeholder={t.addPlaceholder}
        searchable
        clearable
        flex="1 1 220px"
        limit={50}
        nothingFoundMessage={t.nothingFound}
        value={chosen}
        onChange={setChosen}
        data={choices}
        filter={({ options, search }) => {
          const wanted = fold(search)
          return options.filter(
            (option) =>
              'value' in option &&
              fold(choices.find(({ value }) => value === option.value)?.search ?? '').includes(
                wanted,
              ),
          )
        }}
        renderOption={({ option }) => (
          <div className={classes['option']}>
            <bdi>{option.label}</bdi>
            <small dir="auto">{choices.find(({ value }) => value === option.value)?.note}</small>
          </div>
        )}
      />
      <NativeSelect
        aria-label={t.newLevel}
        flex="1 1 140px"
        value={level}
        onChange={({ currentTarget }) => setLevel(asLevel(currentTarget.value) ?? 'read')}
        data={levelChoices()}
      />
      <Button onClick={submit} disabled={chosen === null} loading={isPending}>
        {t.add}
      </Button>
    </Group>
  )
}

function fold(text: string): string {
  return text.normalize('NFKD').replaceAll(/\p{M}/gu, '').toLowerCase().trim()
}
