import { infiniteQueryOptions } from '@tanstack/react-query'
import type { Client } from '../../../../client/index.ts'
import { client } from '../../lib/client.ts'

/** A run, or what an API key changed since a time. */
export type RevertTarget = { workspaceId: string } & (
  | { runId: string }
  | { keyId: string; since: string }
)
export type RevertPart = Awaited<ReturnType<typeof client.reverts.preview>>
export type RevertedPage = RevertPart['pages'][number]

/** Pages that a dialog shows at once. */
const pagesAtOnce = 20

export function revertPreviewQuery(target: RevertTarget) {
  return infiniteQueryOptions({
    queryKey: ['reverts', 'preview', target],
    queryFn: ({ pageParam: offset, signal }) =>
      client.reverts.preview({ ...target, offset, limit: pagesAtOnce }, { signal }),
    initialPageParam: 0,
    getNextPageParam: ({ next }) => next,
    // Others may change the pages at any time.
    gcTime: 0,
    staleTime: 0,
  })
}

/** The server reverts for some seconds at a time. Returns the ID of the run of the revert. */
export async function revertAll(
  caller: { reverts: Pick<Client['reverts'], 'create'> },
  target: RevertTarget,
  except: readonly string[],
): Promise<string> {
  for (let offset = 0; ;) {
    const { runId, next } = await caller.reverts.create({ ...target, except: [...except], offset })
    // Without this, an answer that reverts nothing would repeat for ever.
    if (next === null || next <= offset) return runId
    offset = next
  }
}
