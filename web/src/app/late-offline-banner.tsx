import { type ComponentType, useEffect, useState } from 'react'
import { offlineDelayMs } from '../lib/offline/offline-delay.ts'

/** The offline banner, loaded after what the first screen needs. */
export function LateOfflineBanner() {
  const [Banner, setBanner] = useState<ComponentType>()
  useEffect(() => {
    const timer = setTimeout(() => {
      void import('../offline/offline-banner.tsx').then(
        ({ OfflineBanner }) => setBanner(() => OfflineBanner),
        () => undefined,
      )
    }, offlineDelayMs)
    return () => clearTimeout(timer)
  }, [])
  return Banner === undefined ? null : <Banner />
}
