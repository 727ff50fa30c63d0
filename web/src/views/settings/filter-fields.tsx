import { ActionIcon, Button, Group, NativeSelect, Text, TextInput } from '@mantine/core'
import { useState } from 'react'
import { operators, type ViewCondition } from '../../../../content/views/query.ts'
import { IconX } from '../../../vendor/icons/icons.ts'
import { t } from '../messages.ts'
import { type Filter, filterOf, type FilterRow, problemOf, whereOf } from './filter-rows.ts'

export type NameChoice = { value: string; label: string }

type Props = {
  where: ViewCondition | null
  names: readonly NameChoice[]
  /** Gets the value of `where`; undefined without conditions. */
  change: (where: unknown) => void
}

/** The conditions of a view. Those that are not complete are written as soon as they are. */
export function FilterFields({ where, names, change }: Props) {
  const [filter, setFilter] = useState(() => filterOf(where))
  if (filter === undefined) return <Text size="sm">{t.nestedFilter}</Text>
  const put = (next: Filter) => {
    setFilter(next)
    change(whereOf(next))
  }
  const { kind, rows } = filter
  const putRow = (index: number, row: FilterRow) => put({ kind, rows: rows.with(index, row) })
  const empty: FilterRow = { name: names[0]?.value ?? '', operator: 'is', value: '' }
  return (
    <>
      {rows.length > 1 && (
        <NativeSelect
          label={t.match}
          data={[
            { value: 'all', label: t.matchAll },
            { value: 'any', label: t.matchAny },
          ]}
          value={kind}
          onChange={({ currentTarget }) =>
            put({ kind: currentTarget.value === 'any' ? 'any' : 'all', rows })
          }
        />
      )}
      {rows.map((row, index) => (
        <RowFields
          // oxlint-disable-next-line react/no-array-index-key -- rows have no other identity
          key={index}
          {...{ row, names, number: index + 1 }}
          change={(next) => putRow(index, next)}
          remove={() => put({ kind, rows: rows.toSpliced(index, 1) })}
        />
      ))}
      <Button
        size="compact-sm"
        variant="light"
        onClick={() => setFilter({ kind, rows: [...rows, empty] })}
      >
        {t.addCondition}
      </Button>
    </>
  )
}

function operatorName(operator: FilterRow['operator']): string {
  return operator === 'filled' ? t.hasValue : t[operator]
}

type RowProps = {
  row: FilterRow
  names: readonly NameChoice[]
  number: number
  change: (row: FilterRow) => void
  remove: () => void
}

function RowFields({ row, names, number, change, remove }: RowProps) {
  const own = { value: row.name, label: row.name }
  const known = names.some(({ value }) => value === row.name) ? names : [...names, own]
  const isFilled = row.operator === 'filled'
  const values = [
    { value: 'true', label: t.yes },
    { value: 'false', label: t.no },
  ]
  const valueLabel = t.conditionValue({ number })
  const setValue = ({ currentTarget: { value } }: { currentTarget: { value: string } }) =>
    change({ ...row, value })
  return (
    <Group gap="xs" align="flex-start">
      <NativeSelect
        aria-label={t.conditionName({ number })}
        data={known}
        value={row.name}
        onChange={({ currentTarget }) => change({ ...row, name: currentTarget.value })}
      />
      <NativeSelect
        aria-label={t.conditionOperator({ number })}
        data={operators.map((value) => ({ value, label: operatorName(value) }))}
        value={row.operator}
        onChange={({ currentTarget }) => {
          const operator = operators.find((one) => one === currentTarget.value) ?? 'is'
          change({ ...row, operator, value: operator === 'filled' ? 'true' : row.value })
        }}
      />
      {isFilled ? (
        <NativeSelect aria-label={valueLabel} data={values} value={row.value} onChange={setValue} />
      ) : (
        <TextInput
          aria-label={valueLabel}
          placeholder={t.valuePlaceholder}
          value={row.value}
          error={problemOf(row)}
          onChange={setValue}
        />
      )}
      <ActionIcon
        variant="subtle"
        color="gray"
        size={36}
        aria-label={t.removeCondition({ number })}
        onClick={remove}
      >
        <IconX size={16} />
      </ActionIcon>
    </Group>
  )
}
