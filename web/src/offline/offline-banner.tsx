import { useNetwork } from '@mantine/hooks'
import { useSyncExternalStore } from 'react'
import { useLocation } from 'react-router'
import { IconWifiOff } from '../../vendor/icons/icons.ts'
import { formatDateTime } from '../lib/dates.ts'
import { t } from './messages.ts'
import { onShownChange, shownSince } from './shown-answers.ts'
import classes from './offline-banner.module.css'

/** Says that the server does not answer, and from when a page is that this browser had stored. */
export function OfflineBanner() {
  const { online } = useNetwork()
  const { pathname } = useLocation()
  const [, pageId = ''] = /^\/pages\/([^/]+)/.exec(pathname) ?? []
  const { isStored, pageAt } = useShown(pageId)
  return (
    <div role="status" aria-live="polite">
      {(!online || isStored) && (
        <div className={classes['offline']}>
          <IconWifiOff size={16} aria-hidden />
          <span>
            {online ? t.notResponding : t.offline}
            {pageAt !== undefined && <> {t.pageAsOf({ time: formatDateTime(pageAt) })}</>}
          </span>
        </div>
      )}
    </div>
  )
}

/** Whether anything stored is on the screen, and from when the page is, if it is. */
function useShown(pageId: string): { isStored: boolean; pageAt: number | undefined } {
  const isStored = useSyncExternalStore(onShownChange, () => shownSince('') !== undefined)
  const pageAt = useSyncExternalStore(onShownChange, () =>
    pageId === '' ? undefined : shownSince(pageId),
  )
  return { isStored, pageAt }
}
