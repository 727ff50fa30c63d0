import { Text } from '@mantine/core'
import { CardScreen } from '../ui/screens/card-screen.tsx'
import { t } from './messages.ts'

/** Where a provider redirects to after somebody confirmed their identity there, in a tab of its own. */
export function Confirmed() {
  return (
    <CardScreen title={t.confirmedTitle}>
      <Text>{t.confirmedHint}</Text>
    </CardScreen>
  )
}
