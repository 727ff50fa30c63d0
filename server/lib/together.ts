/**
 * Waits for work that was begun at once until the last of it is done, then throws the first failure. Inside
 * a transaction nothing may still be on its way when that is undone.
 */
export async function together(...work: Promise<unknown>[]): Promise<void> {
  const outcomes = await Promise.allSettled(work)
  for (const outcome of outcomes) if (outcome.status === 'rejected') throw outcome.reason
}
