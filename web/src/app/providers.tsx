import { ModalsProvider } from '@mantine/modals'
import { Notifications } from '@mantine/notifications'
import { QueryClientProvider } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'
import { createQueryClient } from '../lib/queries.ts'
import { ConfirmIdentity } from './confirm-identity.tsx'
import { InLanguage } from './in-language.tsx'

/** What every screen may rely on. */
export function Providers({ children }: { children: ReactNode }) {
  const [queryClient] = useState(createQueryClient)
  return (
    <QueryClientProvider client={queryClient}>
      <InLanguage>
        <ModalsProvider>
          <Notifications position="bottom-center" />
          <ConfirmIdentity />
          {children}
        </ModalsProvider>
      </InLanguage>
    </QueryClientProvider>
  )
}
