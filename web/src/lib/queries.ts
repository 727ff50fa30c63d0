import { onlineManager, type Query, QueryCache, QueryClient } from '@tanstack/react-query'
import { QuireError } from '../../../client/errors.ts'
import { sessionKey } from './session.ts'

/** Whether another try may change the answer. */
function isPassing(error: Error): boolean {
  if (!(error instanceof QuireError)) return false
  if (error.status === 0) return onlineManager.isOnline()
  return error.status === 429 || error.status >= 500
}

/** Without a connection what is there stays as it is, and of what is not is said that it cannot come. */
const shouldRefetch = ({ state }: Pick<Query, 'state'>): boolean =>
  onlineManager.isOnline() || state.data === undefined

/** What was stored of the answer to a query that the server did not answer, or else the error. */
export type FindStored = (queries: QueryClient, query: Query, error: unknown) => Promise<unknown>

/** From 502 on, a proxy may have answered instead of the server. */
const isUnanswered = (error: unknown): boolean =>
  error instanceof QuireError &&
  (error.status === 0 || (error.status > 501 && error.code === 'UNEXPECTED_ANSWER'))

/** Server state lives here only. A session that has ended is noticed by whoever asks first. */
export function createQueryClient(findStored?: FindStored): QueryClient {
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
      queries: {
        staleTime: 15_000,
        retry: (count, error) => count < 2 && isPassing(error),
        // Else what is asked for while offline waits without a word.
        networkMode: 'always',
        refetchOnMount: shouldRefetch,
        refetchOnWindowFocus: shouldRefetch,
        refetchOnReconnect: true,
        ...(findStored && {
          persister: (read, context, query) =>
            Promise.resolve(read(context)).catch((error: unknown) => {
              if (isUnanswered(error)) return findStored(queryClient, query, error)
              throw error
            }),
        }),
      },
      mutations: { networkMode: 'always' },
    },
  })
  return queryClient
}
