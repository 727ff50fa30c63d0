import { QueryCache, QueryClient } from '@tanstack/react-query'
import { QuireError } from '../../../client/errors.ts'
import { sessionKey } from './session.ts'

/** Whether another try may change the answer. */
function isPassing(error: Error): boolean {
  if (!(error instanceof QuireError)) return false
  return error.status === 0 || error.status === 429 || error.status >= 500
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
      queries: { staleTime: 15_000, retry: (count, error) => count < 2 && isPassing(error) },
    },
  })
  return queryClient
}
