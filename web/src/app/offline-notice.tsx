import { useNetwork } from '@mantine/hooks'
import { IconWifiOff } from '@tabler/icons-react'
import classes from './layout.module.css'

/** Says that nothing is saved for the moment. */
export function OfflineNotice() {
  const { online } = useNetwork()
  return (
    <div role="status" aria-live="polite">
      {!online && (
        <div className={classes['offline']}>
          <IconWifiOff size={16} aria-hidden /> You are offline. What you see may be old; what you
          write is sent when the connection is back.
        </div>
      )}
    </div>
  )
}
