import { Text } from '@mantine/core'
import { CardScreen } from '../ui/screens/card-screen.tsx'

/** Where a provider leads back to after somebody has confirmed there, in a tab of its own, that it is them. */
export function Confirmed() {
  return (
    <CardScreen title="Confirmed">
      <Text>Close this tab and go on where you were.</Text>
    </CardScreen>
  )
}
