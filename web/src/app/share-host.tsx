import { Modal } from '@mantine/core'
import { lazy, Suspense, useEffect, useState } from 'react'
import { useLocation } from 'react-router'
import { onShareDialog, type SharedPage } from '../lib/access/share.ts'
import { displayTitle } from '../lib/page-title.ts'
import { PageSkeleton } from '../ui/screens/page-skeleton.tsx'
import { t } from './messages.ts'

const ShareDialog = lazy(async () => ({
  default: (await import('../sharing/share-dialog.tsx')).ShareDialog,
}))

/** Shows the share dialog of whichever page a part of the app opens it for. */
export function ShareHost() {
  const [page, setPage] = useState<SharedPage>()
  const { pathname } = useLocation()
  /** A link in the dialog closes it. */
  const [openAt, setOpenAt] = useState<string>()
  const isOpen = openAt === pathname
  const close = () => setOpenAt(undefined)
  useEffect(
    () =>
      onShareDialog((next) => {
        setPage(next)
        setOpenAt(location.pathname)
      }),
    [],
  )
  return (
    <Modal
      opened={isOpen}
      onClose={close}
      size="lg"
      title={page === undefined ? '' : t.shareTitle({ title: displayTitle(page.title) })}
    >
      {page !== undefined && (
        <Suspense fallback={<PageSkeleton lines={3} />}>
          <ShareDialog key={page.pageId} {...page} close={close} />
        </Suspense>
      )}
    </Modal>
  )
}
