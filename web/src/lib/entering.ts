import { useQueryClient } from '@tanstack/react-query'
import { useNavigate } from 'react-router'
import { forgetDrafts } from './saving/drafts.ts'
import { sessionKey, sessionQuery } from './session.ts'

/** After signing in: reads who that is, forgets what another person saw, and goes on. */
export function useEnter(): (to: string) => Promise<void> {
  const queryClient = useQueryClient()
  const navigate = useNavigate()
  return async (to) => {
    queryClient.removeQueries({ predicate: ({ queryKey }) => queryKey[0] !== sessionKey[0] })
    await queryClient.fetchQuery({ ...sessionQuery, staleTime: 0 })
    await navigate(to, { replace: true })
  }
}

/** After signing out: nothing of the person stays in the browser, nor, in a new document, in memory. */
export function leave(): void {
  // On a computer that others use nothing of a page stays behind.
  void forgetDrafts().finally(() => location.assign('/sign-in'))
}
