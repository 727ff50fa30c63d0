import { OpenedModal } from '../../ui/forms/opened-modal.tsx'
import { t } from '../messages.ts'
import { InstallLinks } from './install-links.tsx'

type Props = { workspaceId: string; close: () => void }

/** Links from which people without an account install all skills. Only owners and admins create them. */
export function AllLinks({ workspaceId, close }: Props) {
  return (
    <OpenedModal onClose={close} size="lg" title={t.installLinks}>
      <InstallLinks scope={{ workspaceId }} />
    </OpenedModal>
  )
}
