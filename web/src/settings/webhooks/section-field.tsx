import { Select } from '@mantine/core'
import { useDebouncedValue } from '@mantine/hooks'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { client } from '../../lib/client.ts'
import { useWorkspace } from '../../lib/workspace.tsx'
import { t } from './messages.ts'

export type SectionChoice = { id: string; title: string }

type Props = { value: SectionChoice | null; onChange: (value: SectionChoice | null) => void }

/** Chooses a page by its title; only events of it and the pages under it are sent. */
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
      label={t.section}
      description={t.sectionDescription}
      placeholder={t.sectionSearch}
      searchable
      clearable
      clearButtonProps={{
        'aria-label': t.sectionClear,
        'aria-hidden': false,
        tabIndex: 0,
      }}
      nothingFoundMessage={query === '' ? t.sectionPrompt : t.sectionNone}
      filter={({ options }) => options}
      searchValue={typed}
      onSearchChange={setTyped}
      value={value?.id ?? null}
      onChange={(id) => onChange(choices.find((choice) => choice.id === id) ?? null)}
      data={choices.map(({ id, title }) => ({ value: id, label: title || t.untitled }))}
    />
  )
}
