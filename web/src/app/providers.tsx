import { useWindowEvent } from '@mantine/hooks'
import { Notifications } from '@mantine/notifications'
import { QueryClientProvider } from '@tanstack/react-query'
import { type ReactNode, useEffect, useState } from 'react'
import { offlineDelayMs } from '../lib/offline/offline-delay.ts'
import { part } from '../lib/offline/part.ts'
import { createQueryClient, type FindStored } from '../lib/queries.ts'
import { closeDialogByEscape } from '../ui/forms/escape-key.ts'
import { InLanguage } from './in-language.tsx'

const offline = part(() => import('../offline/start-offline.ts'))

const findStored: FindStored = async (queries, query, error) => {
  const stored = await import('../offline/stored-answers.ts').catch(() => undefined)
  if (stored === undefined) throw error
  return stored.findStoredAnswer(queries, query, error)
}

/** What every screen may rely on. */
export function Providers({ children }: { children: ReactNode }) {
  const [queryClient] = useState(() => createQueryClient(findStored))
  useEffect(() => {
    const timer = setTimeout(() => {
      void offline.load().then(({ startOffline }) => startOffline(queryClient))
    }, offlineDelayMs)
    return () => clearTimeout(timer)
  }, [queryClient])
  useWindowEvent('keydown', closeDialogByEscape, { capture: true })
  return (
    <QueryClientProvider client={queryClient}>
      <InLanguage>
        <Notifications position="bottom-center" />
        {children}
      </InLanguage>
    </QueryClientProvider>
  )
}
