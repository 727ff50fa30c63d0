import { Kbd, Table, Text } from '@mantine/core'
import { useHotkeys } from '@mantine/hooks'
import { modals } from '@mantine/modals'
import { Fragment } from 'react'
import { keyNames } from '../ui/keys.ts'
import { shortcuts } from '../ui/shortcuts.ts'
import { t } from './messages.ts'

/** Opens the list of shortcuts; `?` does too. */
export function showShortcuts(): void {
  modals.open({ title: t.keyboardShortcuts, children: <ShortcutList />, size: 'md' })
}

/** Listens for the shortcuts that work everywhere. */
export function useShortcutHelp(): void {
  // `?` needs Shift on some keyboards and not on others.
  useHotkeys([['shift+?', showShortcuts]])
}

function ShortcutList() {
  return shortcuts().map(({ title, keys }) => (
    <Fragment key={title}>
      <Text fw={600} size="sm" mt="sm">
        {title}
      </Text>
      <Table withRowBorders={false} verticalSpacing={4} aria-label={title}>
        <Table.Tbody>
          {keys.map(({ press, label }) => (
            <Table.Tr key={press}>
              <Table.Th scope="row" fw={400}>
                {label}
              </Table.Th>
              <Table.Td ta="end">
                <Keys press={press} />
              </Table.Td>
            </Table.Tr>
          ))}
        </Table.Tbody>
      </Table>
    </Fragment>
  ))
}

function Keys({ press }: { press: string }) {
  return (
    <span dir="ltr">
      {keyNames(press).map((key, index) => (
        <Fragment key={key}>
          {index > 0 && ' '}
          <Kbd>{key}</Kbd>
        </Fragment>
      ))}
    </span>
  )
}
