import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { client } from '../lib/client.ts'
import { type Session, sessionKey, sessionQuery } from '../lib/session.ts'

export type Opened = Awaited<ReturnType<typeof client.links.open>>
export type Visitor = NonNullable<Opened['visitor']>

/** How often it is asked whether the link still works. */
const checkEveryMs = 10_000

export function tokenOfAddress(): string {
  return decodeURIComponent(location.hash.slice(1))
}

const key = ['link']

/** The link of this address. It is asked for again and again: a link that was revoked closes what is open. */
export function useOpenedLink() {
  const token = tokenOfAddress()
  return useQuery({
    queryKey: key,
    queryFn: () => client.links.open({ token }),
    refetchInterval: checkEveryMs,
    retry: false,
  })
}

/** Sends the password or the name of a visitor. */
export function useEnter() {
  const queries = useQueryClient()
  return async (given: { password?: string; name?: string }): Promise<void> => {
    const opened = await client.links.open({ token: tokenOfAddress(), ...given })
    if (given.name !== undefined) sessionStorage.setItem(nameKey, given.name)
    // With a name, visitors can do more on the pages that they read before.
    queries.removeQueries({ queryKey: ['pages', 'document'] })
    queries.setQueryData(key, opened)
  }
}

const nameKey = 'quire.visitor'

/** The screens of a page ask the session who is there: this one never goes stale, as a visitor has none to fetch. */
const updatedAt = Number.MAX_SAFE_INTEGER

/** Gives the screens of a page a session that stands for the visitor. Returns whether they can be shown. */
export function useVisitorSession({
  workspaceId,
  userId,
  level,
  keepsLineBreaks,
}: Visitor): boolean {
  const queries = useQueryClient()
  const { data } = useQuery({ ...sessionQuery, enabled: false })
  const canWrite = level !== 'read' && userId !== null
  const text = JSON.stringify({
    user: { id: userId ?? '', firstName: sessionStorage.getItem(nameKey) ?? '', lastName: '' },
    workspaces: [
      {
        id: workspaceId,
        name: '',
        slug: '',
        role: canWrite ? 'MEMBER' : 'VIEWER',
        keepsLineBreaks,
      },
    ],
  })
  useEffect(() => {
    // SAFETY: the screens of a page read these fields only.
    queries.setQueryData(sessionKey, JSON.parse(text) as Session, { updatedAt })
  }, [queries, text])
  return JSON.stringify(data) === text
}
