import { Button, Fieldset, Group, NativeSelect, Stack, TagsInput, TextInput } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import {
  changeView,
  sortValue,
  subjectsValue,
  type ViewKey,
} from '../../../../content/views/change-view.ts'
import {
  nameOf,
  pageFields,
  subjectOf,
  totalKinds,
  type ViewQuery,
  type ViewSort,
} from '../../../../content/views/query.ts'
import { client } from '../../lib/client.ts'
import { OpenedModal } from '../../ui/forms/opened-modal.tsx'
import { t } from '../messages.ts'
import { columnName } from '../view-queries.ts'
import { FilterFields, type NameChoice } from './filter-fields.tsx'
import { sortsOf, totalsOf, totalsValue } from './setting-rows.ts'

type Props = {
  workspaceId: string
  query: ViewQuery
  source: string
  replace: (source: string) => void
  close: () => void
  /** Shows the YAML. */
  openSource: () => void
}

/** The query of a view in fields. Each change is written to its YAML. */
export function ViewSettings({ workspaceId, query, source, replace, close, openSource }: Props) {
  const names = useNames(workspaceId)
  const change = (changes: Partial<Record<ViewKey, unknown>>) => {
    const next = changeView(source, changes)
    if (next !== source) replace(next)
  }
  const columns = query.columns === null ? [] : subjectsValue(query.columns)
  const shown = names.map(({ value }) => value)
  return (
    <OpenedModal onClose={close} title={t.settings} size="lg">
      <Stack gap="sm">
        <LocationField {...{ query, change }} />
        <WordsField {...{ query, change }} />
        <TagsInput
          label={t.columns}
          description={t.columnsHint}
          data={shown}
          maxTags={30}
          value={columns}
          onChange={(given) => change({ columns: given.length === 0 ? undefined : given })}
        />
        <Fieldset legend={t.filter}>
          <Stack gap="xs" align="flex-start">
            <FilterFields
              {...{ names }}
              where={query.where}
              change={(where) => change({ where, created: undefined, updated: undefined })}
            />
          </Stack>
        </Fieldset>
        <SortFields {...{ names, query }} change={(sort) => change({ sort: sortValue(sort) })} />
        <NativeSelect
          label={t.groupBy}
          data={[none(), ...withName(groupable(names), query.group)]}
          value={query.group === null ? '' : nameOf(query.group)}
          onChange={({ currentTarget: { value } }) => change({ group: value || undefined })}
        />
        <TotalFields {...{ names, query }} change={(totals) => change({ totals })} />
        <Group justify="space-between">
          <Button variant="subtle" onClick={openSource}>
            {t.editQuery}
          </Button>
          <Button onClick={close}>{t.done}</Button>
        </Group>
      </Stack>
    </OpenedModal>
  )
}

type FieldProps = {
  query: ViewQuery
  change: (changes: Partial<Record<ViewKey, unknown>>) => void
}

/** Which part of the tree the pages are in. */
function LocationField({ query: { under, children }, change }: FieldProps) {
  const isOther = under !== null && under !== 'this'
  const locations = [
    { value: 'all', label: t.allPages },
    { value: 'this', label: t.belowThis },
    { value: 'children', label: t.directlyBelowThis },
    ...(isOther ? [{ value: 'other', label: t.belowAnother }] : []),
  ]
  return (
    <NativeSelect
      label={t.location}
      data={locations}
      value={isOther ? 'other' : under === null ? 'all' : children ? 'children' : 'this'}
      onChange={({ currentTarget: { value } }) => {
        if (value === 'other') return
        change({
          under: value === 'all' ? undefined : 'this',
          children: value === 'children' ? true : undefined,
        })
      }}
    />
  )
}

/** Spaces at the end stay while someone writes; the query has the text without them. */
function WordsField({ query, change }: FieldProps) {
  const [words, setWords] = useState(query.text ?? '')
  return (
    <TextInput
      label={t.words}
      dir="auto"
      maxLength={200}
      value={words}
      onChange={({ currentTarget: { value } }) => {
        setWords(value)
        change({ text: value.trim() === '' ? undefined : value.trim() })
      }}
    />
  )
}

const none = () => ({ value: '', label: t.none })

/** The fields of pages, and the properties in use. */
function useNames(workspaceId: string): NameChoice[] {
  const { data } = useQuery({
    queryKey: ['property-keys', workspaceId],
    queryFn: ({ signal }) => client.properties.keys({ workspaceId }, { signal }),
  })
  const keys = (data?.keys ?? []).map(({ key }) => ({ value: nameOf({ key }), label: key }))
  const fields = pageFields.map((name) => ({ value: name, label: columnName({ name, key: null }) }))
  return [...fields, ...keys.filter(({ label }) => label !== 'tags')]
}

function withName(names: readonly NameChoice[], subject: ViewQuery['group']): NameChoice[] {
  const name = subject === null ? '' : nameOf(subject)
  const isKnown = name === '' || names.some(({ value }) => value === name)
  return isKnown ? [...names] : [...names, { value: name, label: name }]
}

function groupable(names: readonly NameChoice[]): NameChoice[] {
  return names.filter(({ value }) => !['title', 'created', 'updated'].includes(value))
}

type SortProps = {
  names: readonly NameChoice[]
  query: ViewQuery
  change: (sort: ViewSort[]) => void
}

function SortFields({ names, query: { sort }, change }: SortProps) {
  const sortable = names.filter(({ value }) => value !== 'author' && value !== 'tags')
  return sortsOf(sort).map(({ name, direction }, index) => (
    // oxlint-disable-next-line react/no-array-index-key -- the first sort is the first row
    <Group key={index} gap="xs" align="flex-end" grow>
      <NativeSelect
        label={index === 0 ? t.sort : t.thenBy}
        data={[none(), ...withName(sortable, name === '' ? null : subjectOf(name))]}
        value={name}
        onChange={({ currentTarget: { value } }) =>
          change(
            value === ''
              ? sort.toSpliced(index, 1)
              : sort.toSpliced(index, 1, { subject: subjectOf(value), direction }),
          )
        }
      />
      {name !== '' && (
        <NativeSelect
          label={t.direction({ name })}
          data={[
            { value: 'asc', label: t.ascending },
            { value: 'desc', label: t.descending },
          ]}
          value={direction}
          onChange={({ currentTarget: { value } }) => {
            const next = value === 'desc' ? 'desc' : 'asc'
            change(sort.with(index, { subject: subjectOf(name), direction: next }))
          }}
        />
      )}
    </Group>
  ))
}

type TotalProps = {
  names: readonly NameChoice[]
  query: ViewQuery
  change: (totals: unknown) => void
}

function TotalFields({ names, query: { totals }, change }: TotalProps) {
  const written = totalsOf(totals)
  const choices = names.flatMap(({ value, label }) => {
    const kinds = 'field' in subjectOf(value) ? (['count'] as const) : totalKinds
    return kinds.map((kind) => ({ value: `${value}: ${kind}`, label: `${label}: ${t[kind]}` }))
  })
  const labels = new Map(choices.map(({ value, label }) => [label, value]))
  const labelOf = (value: string) =>
    choices.find((choice) => choice.value === value)?.label ?? value
  return (
    <TagsInput
      label={t.totals}
      data={choices.map(({ label }) => label)}
      maxDropdownHeight={240}
      value={written.map(labelOf)}
      onChange={(given) => change(totalsValue(given.map((label) => labels.get(label) ?? label)))}
    />
  )
}
