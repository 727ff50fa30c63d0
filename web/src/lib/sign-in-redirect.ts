import { useQueryClient } from '@tanstack/react-query'
import { useNavigate } from 'react-router'
import { sessionKey, sessionQuery } from './session.ts'

/** After signing in: reads the session, forgets what another person saw, and goes to an address. */
export function useSignedInRedirect(): (to: string) => Promise<void> {
  const queryClient = useQueryClient()
  const navigate = useNavigate()
  return async (to) => {
    queryClient.removeQueries({ predicate: ({ queryKey }) => queryKey[0] !== sessionKey[0] })
    await queryClient.fetchQuery({ ...sessionQuery, staleTime: 0 })
    await navigate(to, { replace: true })
  }
}

/** When the session has ended: to the sign-in screen, and back to an address afterwards. */
export function useSignInRedirect(): (to: string) => Promise<void> {
  const queryClient = useQueryClient()
  const navigate = useNavigate()
  return async (to) => {
    // What is remembered of the session would lead straight back.
    await queryClient.invalidateQueries({ queryKey: sessionKey })
    await navigate('/sign-in', { state: { to } })
  }
}

/** After signing out: a new document has nothing of the person in memory. */
export function leave(): void {
  location.assign('/sign-in')
}
