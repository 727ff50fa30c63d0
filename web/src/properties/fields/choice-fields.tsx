import { useDebouncedValue } from '@mantine/hooks'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { uuid } from '../../../../content/vocabulary.ts'
import { client } from '../../lib/client.ts'
import { t } from '../messages.ts'
import { type Definition, type Property, useValues } from '../property-queries.ts'
import { type Choice, ChoiceField } from './choice-field.tsx'
import type { FieldProps } from './field.ts'

/** Fields whose values are chosen: options, people and pages. */

export function listOf(value: Property['value']): string[] {
  if (value === null) return []
  return Array.isArray(value) ? value.map(String) : [String(value)]
}

export function optionChoices(values: readonly string[], definition?: Definition): Choice[] {
  const colors = new Map(definition?.options?.map(({ name, color }) => [name, color]))
  return values.map((value) => ({ value, label: value, color: colors.get(value) ?? 'gray' }))
}

export function OptionField({ page, property, definition, error, change }: FieldProps) {
  const [search, setSearch] = useState('')
  const [isOpen, setOpen] = useState(false)
  const { workspaceId } = page
  const { key, type } = property
  const used = useValues({ workspaceId, key, query: search.trim() }, isOpen)
  const wanted = search.trim().toLowerCase()
  const declared = definition?.options?.map(({ name }) => name) ?? []
  const names = new Set([...declared, ...used.map(({ value }) => value)])
  const found = [...names].filter((name) => name.toLowerCase().includes(wanted))
  const isMany = type === 'multi-select'
  return (
    <ChoiceField
      label={key}
      error={error}
      chosen={optionChoices(listOf(property.value), definition)}
      choices={optionChoices(found, definition)}
      isMany={isMany}
      canCreate
      {...{ search, setSearch, setOpen }}
      change={(values) => change(isMany ? values : (values[0] ?? null))}
    />
  )
}

export function PeopleField({ page, property, names, error, change }: FieldProps) {
  const [search, setSearch] = useState('')
  const [isOpen, setOpen] = useState(false)
  const { workspaceId } = page
  const { data } = useQuery({
    queryKey: ['members', workspaceId],
    queryFn: () => client.members.list({ workspaceId }),
    enabled: isOpen,
  })
  const wanted = search.trim().toLowerCase()
  const choices = (data?.members ?? [])
    .map(({ id, firstName, lastName }) => ({ value: id, label: `${firstName} ${lastName}`.trim() }))
    .filter(({ label }) => label.toLowerCase().includes(wanted))
  return (
    <ChoiceField
      label={property.key}
      error={error}
      chosen={personChoices(property.value, names.people)}
      choices={choices.slice(0, 30)}
      isMany
      canCreate={false}
      {...{ search, setSearch, setOpen }}
      change={(ids) => change(single(ids))}
    />
  )
}

export function PagesField({ page, property, names, error, change }: FieldProps) {
  const [search, setSearch] = useState('')
  const [isOpen, setOpen] = useState(false)
  const [query] = useDebouncedValue(search.trim(), 200)
  const { workspaceId } = page
  const { data } = useQuery({
    queryKey: ['property-pages', workspaceId, query],
    queryFn: async ({ signal }) => {
      if (query === '') return (await client.recent.list({ workspaceId }, { signal })).pages
      const { results } = await client.search.pages({ workspaceId, query, k: 10 }, { signal })
      return results.map(({ pageId: id, title }) => ({ id, title }))
    },
    enabled: isOpen,
  })
  const found = (data ?? []).map(({ id, title }) => ({ value: id, label: title }))
  return (
    <ChoiceField
      label={property.key}
      error={error}
      chosen={pageChoices(property.value, names.pages)}
      choices={found.slice(0, 10)}
      isMany
      canCreate={false}
      {...{ search, setSearch, setOpen }}
      change={(ids) => change(single(ids))}
    />
  )
}

/** One person or page is no list. */
function single(ids: string[]): string | string[] | null {
  return ids.length > 1 ? ids : (ids[0] ?? null)
}

export function personChoices(
  value: Property['value'],
  people: FieldProps['names']['people'],
): Choice[] {
  return listOf(value).map((id) => ({
    value: id,
    label:
      people.find((person) => person.id === id)?.name ?? (uuid.test(id) ? t.unknownPerson : id),
  }))
}

export function pageChoices(
  value: Property['value'],
  pages: FieldProps['names']['pages'],
): Choice[] {
  return listOf(value).map((id) => {
    const found = pages.find((page) => page.id === id)
    if (found === undefined) return { value: id, label: '…' }
    const label = [found.icon, found.title].filter((part) => part !== null && part !== '').join(' ')
    return { value: id, label, href: `/pages/${id}` }
  })
}
