import { modals } from '@mantine/modals'
import { Suspense } from 'react'
import { displayTitle } from '../../lib/page-title.ts'
import { t } from './messages.ts'
import { TransferForm, type TransferredPage } from './transfer-form.tsx'

/** Asks where to copy or move a page, and shows how far the server is. `open` goes to a page of the app. */
export function openTransferDialog(page: TransferredPage, open: (address: string) => void): void {
  const close = () => modals.close(modalId)
  const modalId = modals.open({
    title: t.title({ title: displayTitle(page.title) }),
    children: (
      <Suspense>
        <TransferForm {...page} close={close} open={open} />
      </Suspense>
    ),
  })
}
