import { type ComponentType, useEffect, useState } from 'react'
import { offlineDelayMs } from '../lib/offline/offline-delay.ts'
import { part } from '../lib/offline/part.ts'

const banner = part(() => import('../offline/offline-banner.tsx'))

/** The offline banner, loaded after what the first screen needs. */
export function LateOfflineBanner() {
  const [Banner, setBanner] = useState<ComponentType>()
  useEffect(() => {
    const timer = setTimeout(() => {
      void banner.load().then(({ OfflineBanner }) => setBanner(() => OfflineBanner))
    }, offlineDelayMs)
    return () => clearTimeout(timer)
  }, [])
  return Banner === undefined ? null : <Banner />
}
