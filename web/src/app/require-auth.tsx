import { useQuery } from '@tanstack/react-query'
import { useEffect } from 'react'
import { Navigate, Outlet, useLocation } from 'react-router'
import { isCode } from '../lib/errors.ts'
import { followProfile } from '../lib/language.ts'
import { requireOfflineOwner } from '../lib/offline/offline-owner.ts'
import { sessionQuery } from '../lib/session.ts'
import { useUnsent } from '../pages/unsent/use-unsent.ts'
import { PageSkeleton } from '../ui/screens/page-skeleton.tsx'
import { ErrorScreen } from './error-screen.tsx'

/** Shows its routes to signed-in people; sends others to sign in, and back here afterwards. */
export function RequireAuth() {
  const { data, error, isFetching, refetch } = useQuery(sessionQuery)
  const { pathname, search, hash } = useLocation()
  // A page with unsent changes says itself that the session has ended, and stays as it is.
  const hasUnsent = useUnsent().some(({ where }) => where === 'here') && data !== undefined
  const language = data?.user.language ?? null
  useEffect(() => void followProfile(language), [language])
  const userId = data?.user.id
  useEffect(() => {
    if (userId !== undefined) requireOfflineOwner(userId)
  }, [userId])
  if (isCode(error, 'SIGN_IN_REQUIRED') && !isFetching && !hasUnsent) {
    return <Navigate to="/sign-in" state={{ to: pathname + search + hash }} replace />
  }
  if (data !== undefined) return <Outlet />
  if (error !== null && !isFetching)
    return <ErrorScreen error={error} retry={() => void refetch()} />
  return <PageSkeleton />
}
