import { useQuery } from '@tanstack/react-query'
import { Navigate, Outlet, useLocation } from 'react-router'
import { isCode } from '../lib/errors.ts'
import { sessionQuery } from '../lib/session.ts'
import { PageSkeleton } from '../ui/page-skeleton.tsx'
import { Trouble } from './trouble.tsx'

/** Lets the signed-in through; sends others to sign in, and back here afterwards. */
export function Gate() {
  const { data, error, refetch } = useQuery(sessionQuery)
  const { pathname, search } = useLocation()
  if (isCode(error, 'SIGN_IN_REQUIRED')) {
    const target = pathname === '/' ? '' : `?to=${encodeURIComponent(pathname + search)}`
    return <Navigate to={`/sign-in${target}`} replace />
  }
  if (data !== undefined) return <Outlet />
  if (error !== null) return <Trouble error={error} retry={() => void refetch()} />
  return <PageSkeleton />
}
