import { type ComponentType, useEffect, useState } from 'react'
import { part } from '../../lib/offline/part.ts'

const lostPage = part(() => import('./lost-page.tsx'))

/** What is shown instead of a page that the person can no longer open, loaded once that happens. */
export function LateLostPage() {
  const [LostPage, setLostPage] = useState<ComponentType>()
  useEffect(() => {
    void lostPage.load().then((loaded) => setLostPage(() => loaded.LostPage))
  }, [])
  return LostPage === undefined ? null : <LostPage />
}
