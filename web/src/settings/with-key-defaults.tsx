import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { client } from '../lib/client.ts'
import { ErrorNotice } from '../ui/screens/error-notice.tsx'
import { PageSkeleton } from '../ui/screens/page-skeleton.tsx'

export type KeyDefaults = Awaited<ReturnType<typeof client.keys.list>>['newKeys']

type Props = { lines: number; children: (defaults: KeyDefaults) => ReactNode }

/** A form for a new key, once it is known what the server allows. `lines` are shown until then. */
export function WithKeyDefaults({ lines, children }: Props) {
  const { data, error } = useQuery({
    queryKey: ['keys', 'own'],
    queryFn: () => client.keys.list({}),
  })
  if (data !== undefined) return children(data.newKeys)
  return error === null ? <PageSkeleton lines={lines} /> : <ErrorNotice error={error} />
}
