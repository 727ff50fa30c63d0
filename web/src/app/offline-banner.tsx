import { useNetwork } from '@mantine/hooks'
import { IconWifiOff } from '@tabler/icons-react'
import { t } from './messages.ts'
import classes from './layout.module.css'

/** Says that nothing is saved while offline. */
export function OfflineBanner() {
  const { online } = useNetwork()
  return (
    <div role="status" aria-live="polite">
      {!online && (
        <div className={classes['offline']}>
          <IconWifiOff size={16} aria-hidden /> {t.offline}
        </div>
      )}
    </div>
  )
}
