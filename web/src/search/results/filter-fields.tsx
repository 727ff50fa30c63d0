import { Group, SegmentedControl, Select, TextInput } from '@mantine/core'
import { useDebouncedValue } from '@mantine/hooks'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { client } from '../../lib/client.ts'
import { displayTitle } from '../../lib/page-title.ts'
import { useWorkspace } from '../../lib/workspace.tsx'
import { kinds } from '../filters.ts'
import { t as searchTexts } from '../messages.ts'
import { t } from './messages.ts'

/** Names of the filters in the address. */
export type FilterName = 'kind' | 'in' | 'by' | 'tag' | 'from' | 'until'

type Props = {
  params: URLSearchParams
  set: (name: FilterName, value: string | null) => void
}

export function FilterFields({ params, set }: Props) {
  const kind = params.get('kind') ?? 'all'
  return (
    <Group gap="sm" align="flex-end">
      <SegmentedControl
        aria-label={searchTexts.kind}
        data={kinds.map(({ value, label }) => ({ value, label: label() }))}
        value={kinds.some(({ value }) => value === kind) ? kind : 'all'}
        onChange={(value: string) => set('kind', value === 'all' ? null : value)}
      />
      <SectionFilter value={params.get('in')} onChange={(value) => set('in', value)} />
      <AuthorFilter value={params.get('by')} onChange={(value) => set('by', value)} />
      <TagFilter value={params.get('tag')} onChange={(value) => set('tag', value)} />
      <DateFilter label={t.changedFrom} name="from" params={params} set={set} />
      <DateFilter label={t.changedUntil} name="until" params={params} set={set} />
    </Group>
  )
}

/** Two beside each other on a phone. */
const fieldStyle = { flex: '1 1 150px', maxWidth: 240 }

type FilterProps = { value: string | null; onChange: (value: string | null) => void }

/** Top-level pages are the sections of a workspace. */
function SectionFilter({ value, onChange }: FilterProps) {
  const { workspace } = useWorkspace()
  const workspaceId = workspace.id
  const { data } = useQuery({
    queryKey: ['pages', 'list', { workspaceId, depth: 1 }],
    queryFn: ({ signal }) => client.pages.list({ workspaceId, depth: 1, limit: 500 }, { signal }),
  })
  const sections = (data?.pages ?? []).map(({ id, title, icon }) => ({
    value: id,
    label: `${icon === null ? '' : `${icon} `}${displayTitle(title)}`,
  }))
  return (
    <Select
      aria-label={searchTexts.section}
      placeholder={searchTexts.allSections}
      data={sections}
      value={value}
      onChange={onChange}
      clearable
      searchable
      limit={100}
      style={fieldStyle}
      nothingFoundMessage={searchTexts.noSection}
    />
  )
}

function AuthorFilter({ value, onChange }: FilterProps) {
  const { workspace } = useWorkspace()
  const workspaceId = workspace.id
  const { data } = useQuery({
    queryKey: ['members', workspaceId],
    queryFn: ({ signal }) => client.members.list({ workspaceId }, { signal }),
  })
  const authors = (data?.members ?? []).map(({ id, firstName, lastName }) => ({
    value: id,
    label: `${firstName} ${lastName}`.trim(),
  }))
  return (
    <Select
      aria-label={t.author}
      placeholder={t.anyAuthor}
      data={authors}
      value={value}
      onChange={onChange}
      clearable
      searchable
      limit={100}
      style={fieldStyle}
      nothingFoundMessage={t.noAuthor}
    />
  )
}

/** The most used tags, or those that begin with what is typed. */
function TagFilter({ value, onChange }: FilterProps) {
  const { workspace } = useWorkspace()
  const workspaceId = workspace.id
  const [typed, setTyped] = useState(value ?? '')
  const [prefix] = useDebouncedValue(typed === value ? '' : typed.trim().slice(0, 100), 150)
  const { data } = useQuery({
    queryKey: ['tags', 'choices', workspaceId, prefix],
    queryFn: ({ signal }) => client.tags.list({ workspaceId, prefix }, { signal }),
    placeholderData: keepPreviousData,
  })
  const names = (data?.items ?? []).map(({ name }) => name)
  return (
    <Select
      aria-label={t.tag}
      placeholder={t.anyTag}
      data={value === null || names.includes(value) ? names : [value, ...names]}
      value={value}
      onChange={onChange}
      searchValue={typed}
      onSearchChange={setTyped}
      clearable
      searchable
      limit={100}
      style={fieldStyle}
      nothingFoundMessage={t.noTag}
    />
  )
}

type DateProps = Props & { label: string; name: 'from' | 'until' }

function DateFilter({ label, name, params, set }: DateProps) {
  return (
    <TextInput
      type="date"
      label={label}
      value={params.get(name) ?? ''}
      max="9999-12-31"
      onChange={({ currentTarget }) => set(name, currentTarget.value)}
      style={fieldStyle}
    />
  )
}
