import { queryOptions, useSuspenseQuery } from '@tanstack/react-query'
import { client } from './client.ts'

export type Session = Awaited<ReturnType<typeof client.session.get>>

export const sessionKey = ['session'] as const

export const sessionQuery = queryOptions({
  queryKey: sessionKey,
  queryFn: ({ signal }) => client.session.get({}, { signal }),
  staleTime: 60_000,
})

/** The signed-in person. Only for screens below `RequireAuth`. */
export function useSession(): Session {
  return useSuspenseQuery(sessionQuery).data
}
