import { setTimeout as sleep } from 'node:timers/promises'
import type { WorkspaceContext } from '../../context.ts'
import { ChangedMeanwhile } from '../change.ts'
import { onPage } from '../page-queue.ts'

/** Attempts to repeat because another node changed a page, with pauses of some seconds in total. */
const maxAttempts = 40
const maxPauseMs = 100

/** Changes several pages in the queues of all of them, again as long as others change one of them meanwhile. */
export function changeInQueues<Answer>(
  { store }: Pick<WorkspaceContext, 'store'>,
  { workspaceId, pageIds }: { workspaceId: string; pageIds: readonly string[] },
  attempt: () => Promise<Answer>,
): Promise<Answer> {
  // In one order everywhere, so that two calls never wait for each other.
  const ids = [...new Set(pageIds)].toSorted()
  const inQueues = (rest: readonly string[]): Promise<Answer> => {
    const [pageId, ...others] = rest
    if (pageId === undefined) return repeat(attempt)
    return onPage(store, { workspaceId, pageId }, () => inQueues(others))
  }
  return inQueues(ids)
}

async function repeat<Answer>(attempt: () => Promise<Answer>): Promise<Answer> {
  for (let count = 1; ; count += 1) {
    try {
      return await attempt()
    } catch (error) {
      if (!(error instanceof ChangedMeanwhile) || count >= maxAttempts) throw error
      await sleep(Math.random() * Math.min(maxPauseMs, 2 ** count))
    }
  }
}
