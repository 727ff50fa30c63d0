import { ModalsProvider } from '@mantine/modals'
import { ConfirmIdentity } from './confirm-identity.tsx'

/** The dialogs that any screen of a signed-in person or a visitor may open. */
export function Dialogs() {
  return (
    <ModalsProvider>
      <ConfirmIdentity />
    </ModalsProvider>
  )
}
