import { Checkbox, Table } from '@mantine/core'
import type { SettingsProps } from './inbox-settings.ts'
import { t } from './messages.ts'

const kinds = ['mention', 'reply', 'assignment', 'review', 'change', 'run'] as const
type Field = 'shownKinds' | 'mailedKinds'

/** For each kind of entry: whether it is in the inbox, and in emails. */
export function EntryKinds({ settings, change }: SettingsProps) {
  const labels = { shownKinds: t.inInbox, mailedKinds: t.inEmail }
  const box = (kind: (typeof kinds)[number], field: Field) => (
    <Checkbox
      aria-label={`${t[kind]}: ${labels[field]}`}
      checked={settings[field].includes(kind)}
      onChange={({ currentTarget: { checked } }) => {
        const others = settings[field].filter((one) => one !== kind)
        change({ [field]: checked ? [...others, kind] : others })
      }}
    />
  )
  return (
    <Table maw={480}>
      <Table.Thead>
        <Table.Tr>
          <Table.Th>{t.kind}</Table.Th>
          <Table.Th>{labels.shownKinds}</Table.Th>
          <Table.Th>{labels.mailedKinds}</Table.Th>
        </Table.Tr>
      </Table.Thead>
      <Table.Tbody>
        {kinds.map((kind) => (
          <Table.Tr key={kind}>
            <Table.Td>{t[kind]}</Table.Td>
            <Table.Td>{box(kind, 'shownKinds')}</Table.Td>
            <Table.Td>{box(kind, 'mailedKinds')}</Table.Td>
          </Table.Tr>
        ))}
      </Table.Tbody>
    </Table>
  )
}
