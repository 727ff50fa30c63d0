/**
 * Waits until all promises are settled, then throws the first error. In a transaction, nothing may still be
 * running at its rollback.
 */
export async function allSettledOrThrow(...work: Promise<unknown>[]): Promise<void> {
  const outcomes = await Promise.allSettled(work)
  for (const outcome of outcomes) if (outcome.status === 'rejected') throw outcome.reason
}
