import { Kbd, Table, Text } from '@mantine/core'
import { Fragment } from 'react'
import { keyNames } from '../ui/keys.ts'
import { shortcuts } from '../ui/shortcuts.ts'

/** The shortcuts of the app by what they are for. */
export function ShortcutList() {
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
