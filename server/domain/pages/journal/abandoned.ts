import { allSettledOrThrow } from '../../../lib/all-settled.ts'
import type { Context } from '../../context.ts'
import { onPage } from '../page-queue.ts'
import { pagesBehind } from './behind.ts'
import { checkpoint } from './checkpoint.ts'

export type Abandoned = { workspaceId: string; before: number; signal: AbortSignal }

/**
 * Stores what was typed on the pages of a workspace that nobody changed since a time. Returns the number of pages that
 * are still behind. A page that fails does not hold up the others; the first failure is thrown at the end.
 */
export async function storeAbandoned(
  context: Pick<Context, 'store' | 'content'>,
  { workspaceId, before, signal }: Abandoned,
): Promise<number> {
  const { store } = context
  const failures: Promise<never>[] = []
  for await (const page of pagesBehind(store, workspaceId, before)) {
    if (signal.aborted) break
    await onPage(store, page, () => checkpoint(context, page)).catch((error: unknown) => {
      const failure = Promise.reject(error)
      failure.catch(() => undefined)
      failures.push(failure)
    })
  }
  await allSettledOrThrow(...failures)
  return (await Array.fromAsync(pagesBehind(store, workspaceId, before))).length
}
