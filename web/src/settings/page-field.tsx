import { Select } from '@mantine/core'
import { useDebouncedValue } from '@mantine/hooks'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { client } from '../lib/client.ts'
import { useWorkspace } from '../lib/workspace.tsx'
import { t } from './messages.ts'

export type PageChoice = { id: string; title: string }

type Props = {
  label: string
  description: string
  /** What the button says that removes the choice. */
  clearLabel: string
  isRequired?: boolean
  value: PageChoice | null
  onChange: (value: PageChoice | null) => void
}

/** Chooses a page by its title. */
export function PageField({
  label,
  description,
  clearLabel,
  isRequired = false,
  value,
  onChange,
}: Props) {
  const { workspace } = useWorkspace()
  const [typed, setTyped] = useState(value?.title ?? '')
  const [query] = useDebouncedValue(typed.trim(), 200)
  const isAsking = query !== '' && query !== value?.title
  const { data } = useQuery({
    queryKey: ['page-choices', workspace.id, query],
    queryFn: () => client.search.pages({ workspaceId: workspace.id, query, k: 10 }),
    enabled: isAsking,
  })
  const found = isAsking
    ? (data?.results ?? []).map(({ pageId, title }) => ({ id: pageId, title }))
    : []
  const choices = [
    ...(value === null ? [] : [value]),
    ...found.filter(({ id }) => id !== value?.id),
  ]
  return (
    <Select
      label={label}
      description={description}
      placeholder={t.pageSearch}
      required={isRequired}
      withAsterisk={false}
      searchable
      clearable
      clearButtonProps={{
        'aria-label': clearLabel,
        'aria-hidden': false,
        tabIndex: 0,
      }}
      nothingFoundMessage={query === '' ? t.pagePrompt : t.pageNone}
      filter={({ options }) => options}
      searchValue={typed}
      onSearchChange={setTyped}
      value={value?.id ?? null}
      onChange={(id) => onChange(choices.find((choice) => choice.id === id) ?? null)}
      data={choices.map(({ id, title }) => ({ value: id, label: title || t.untitled }))}
    />
  )
}
