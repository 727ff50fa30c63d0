import { Checkbox, Table } from '@mantine/core'
import { type InboxKind, inboxKinds } from '../../../../server/lib/vocabulary.ts'
import type { SettingsProps } from './inbox-settings.ts'
import { t } from './messages.ts'

type Field = 'shownKinds' | 'mailedKinds' | 'chatKinds'

/** For each kind of entry: whether it is in the inbox, in emails, and in messages of a bot if one sends them. */
export function EntryKinds({ settings, change }: SettingsProps) {
  const labels = { shownKinds: t.inInbox, mailedKinds: t.inEmail, chatKinds: t.inChat }
  const shown: Field[] = ['shownKinds', 'mailedKinds']
  if (settings.chatConnectionId !== null) shown.push('chatKinds')
  const box = (kind: InboxKind, field: Field) => (
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
    <Table maw={520}>
      <Table.Thead>
        <Table.Tr>
          <Table.Th>{t.kind}</Table.Th>
          {shown.map((field) => (
            <Table.Th key={field}>{labels[field]}</Table.Th>
          ))}
        </Table.Tr>
      </Table.Thead>
      <Table.Tbody>
        {inboxKinds.map((kind) => (
          <Table.Tr key={kind}>
            <Table.Td>{t[kind]}</Table.Td>
            {shown.map((field) => (
              <Table.Td key={field}>{box(kind, field)}</Table.Td>
            ))}
          </Table.Tr>
        ))}
      </Table.Tbody>
    </Table>
  )
}
