import { Select } from '@mantine/core'
import { useDebouncedValue } from '@mantine/hooks'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { client } from '../../lib/client.ts'
import { useWorkspace } from '../../lib/workspace.tsx'

export type SectionChoice = { id: string; title: string }

type Props = { value: SectionChoice | null; onChange: (value: SectionChoice | null) => void }

/** A page by its title: what happens to it or under it is told. */
export function SectionField({ value, onChange }: Props) {
  const { workspace } = useWorkspace()
  const [typed, setTyped] = useState(value?.title ?? '')
  const [query] = useDebouncedValue(typed.trim(), 200)
  const isAsking = query !== '' && query !== value?.title
  const { data } = useQuery({
    queryKey: ['webhook-sections', workspace.id, query],
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
      label="Only one section"
      description="A page and everything under it. Leave empty for the whole workspace."
      placeholder="Search for a page"
      searchable
      clearable
      clearButtonProps={{
        'aria-label': 'Take the whole workspace',
        'aria-hidden': false,
        tabIndex: 0,
      }}
      nothingFoundMessage={query === '' ? 'Type a part of its title' : 'No such page'}
      filter={({ options }) => options}
      searchValue={typed}
      onSearchChange={setTyped}
      value={value?.id ?? null}
      onChange={(id) => onChange(choices.find((choice) => choice.id === id) ?? null)}
      data={choices.map(({ id, title }) => ({ value: id, label: title || 'Untitled' }))}
    />
  )
}
