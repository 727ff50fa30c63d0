import { queryOptions } from '@tanstack/react-query'
import { client } from '../lib/client.ts'

/** The pages that use a file. */
export function fileUseQuery(address: { workspaceId: string; fileId: string }) {
  return queryOptions({
    queryKey: ['files', 'use', address],
    queryFn: ({ signal }) => client.files.use(address, { signal }),
  })
}

export type UsingPage = Awaited<ReturnType<typeof client.files.use>>['pages'][number]
