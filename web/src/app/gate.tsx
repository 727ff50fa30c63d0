import { useQuery } from '@tanstack/react-query'
import { Navigate, Outlet, useLocation } from 'react-router'
import { isCode } from '../lib/errors.ts'
import { sessionQuery } from '../lib/session.ts'
import { useUnsent } from '../pages/unsent/use-unsent.ts'
import { PageSkeleton } from '../ui/screens/page-skeleton.tsx'
import { Trouble } from './trouble.tsx'

/** Lets the signed-in through; sends others to sign in, and back here afterwards. */
export function Gate() {
  const { data, error, isFetching, refetch } = useQuery(sessionQuery)
  const { pathname, search, hash } = useLocation()
  // A page with unsent changes says itself that the session has ended, and stays as it is.
  const isHeld = useUnsent().some(({ where }) => where === 'here') && data !== undefined
  if (isCode(error, 'SIGN_IN_REQUIRED') && !isFetching && !isHeld) {
    return <Navigate to="/sign-in" state={{ to: pathname + search + hash }} replace />
  }
  if (data !== undefined) return <Outlet />
  if (error !== null && !isFetching) return <Trouble error={error} retry={() => void refetch()} />
  return <PageSkeleton />
}
