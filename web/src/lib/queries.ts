import { QueryCache, QueryClient } from '@tanstack/react-query'
import { QuireError } from '../../../client/errors.ts'
import { sessionKey } from './session.ts'

/** Answers that another try would not change. */
function isFinal(error: Error): boolean {
  return (
    error instanceof QuireError && error.status >= 400 && error.status < 500 && error.status !== 429
  )
}

/** Server state lives here only. A session that has ended is noticed by whoever asks first. */
export function createQueryClient(): QueryClient {
  const queryClient: QueryClient = new QueryClient({
    queryCache: new QueryCache({
      onError: (error, { queryKey }) => {
        const isSession = queryKey[0] === sessionKey[0]
        if (error instanceof QuireError && error.code === 'SIGN_IN_REQUIRED' && !isSession) {
          void queryClient.invalidateQueries({ queryKey: sessionKey })
        }
      },
    }),
    defaultOptions: {
      queries: { staleTime: 15_000, retry: (count, error) => count < 2 && !isFinal(error) },
    },
  })
  return queryClient
}
