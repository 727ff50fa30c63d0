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

/** Pages that stay as they are, and corrected places that get the text before the run. */
export type RevertChoice = {
  except: string[]
  takeBack: NonNullable<Parameters<Client['reverts']['create']>[0]['takeBack']>
}

/** The server reverts for some seconds at a time. Returns the IDs of the runs that did it, the last one first. */
export async function revertAll(
  caller: { reverts: Pick<Client['reverts'], 'create'> },
  target: RevertTarget,
  choice: RevertChoice,
): Promise<string[]> {
  let takeBackRunId: string | undefined
  for (let offset = 0; ;) {
    const answer = await caller.reverts.create({ ...target, ...choice, offset })
    const { runId, next } = answer
    takeBackRunId ??= answer.takeBackRunId
    // Without this, an answer that reverts nothing would repeat for ever.
    if (next === null || next <= offset) return takeBackRunId ? [takeBackRunId, runId] : [runId]
    offset = next
  }
}
