import { Select } from '@mantine/core'
import { useDebouncedValue } from '@mantine/hooks'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { client } from '../../lib/client.ts'
import { displayTitle } from '../../lib/page-title.ts'
import { t } from './messages.ts'

const pauseMs = 120
const shown = 20
const topLevel = 'top'

type Props = {
  workspaceId: string
  hasTopLevel: boolean
  onChange: (parentId: string | null) => void
}

/** The page of a workspace below which another one goes, by its title. */
export function ParentSelect({ workspaceId, hasTopLevel, onChange }: Props) {
  const [typed, setTyped] = useState('')
  const [chosen, setChosen] = useState<{ value: string; label: string } | null>(
    hasTopLevel ? { value: topLevel, label: t.topLevel } : null,
  )
  const isSearching = typed.trim() !== '' && typed !== chosen?.label
  const [query] = useDebouncedValue(isSearching ? typed.trim() : '', pauseMs)
  const { data } = useQuery({
    queryKey: ['transfers', 'parents', { workspaceId, query }],
    queryFn: ({ signal }) => findParents(workspaceId, query, signal),
    placeholderData: keepPreviousData,
  })
  const first = hasTopLevel ? [{ value: topLevel, label: t.topLevel }] : []
  const found = (data ?? []).map(({ id, title }) => ({ value: id, label: displayTitle(title) }))
  const known = [...first, ...found]
  const isListed = chosen === null || known.some(({ value }) => value === chosen.value)
  return (
    <Select
      label={t.parent}
      searchable
      allowDeselect={false}
      data={isListed ? known : [chosen, ...known]}
      // The server searches.
      filter={({ options }) => options}
      nothingFoundMessage={t.noParent}
      maxDropdownHeight={240}
      searchValue={typed}
      onSearchChange={setTyped}
      value={chosen?.value ?? null}
      onChange={(value, option) => {
        if (value === null || option === null) return
        setChosen({ value, label: option.label })
        onChange(value === topLevel ? null : value)
      }}
    />
  )
}

async function findParents(
  workspaceId: string,
  query: string,
  signal: AbortSignal,
): Promise<{ id: string; title: string }[]> {
  if (query === '') {
    const { pages } = await client.pages.list({ workspaceId, limit: shown }, { signal })
    return pages
  }
  const { results } = await client.search.find({ workspaceId, query, k: shown }, { signal })
  return results.map(({ pageId, title }) => ({ id: pageId, title }))
}
