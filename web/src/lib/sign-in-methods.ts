import { queryOptions } from '@tanstack/react-query'
import { client } from './client.ts'

export const signInMethodsKey = ['sign-in-methods'] as const

/** How people sign in on this server, and how long a new password has to be. */
export const signInMethodsQuery = queryOptions({
  queryKey: signInMethodsKey,
  queryFn: () => client.signIn.methods({}),
  staleTime: 60_000,
})
