import { Modal } from '@mantine/core'
import { t } from '../messages.ts'
import { InstallLinks } from './install-links.tsx'

type Props = { workspaceId: string; close: () => void }

/** Links from which people without an account install all skills. Only owners and admins create them. */
export function AllLinks({ workspaceId, close }: Props) {
  return (
    <Modal opened onClose={close} size="lg" title={t.installLinks}>
      <InstallLinks scope={{ workspaceId }} />
    </Modal>
  )
}
