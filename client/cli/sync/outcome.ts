import { isRefusal } from './pending.ts'
import type { SyncContext } from './sync-context.ts'

/** What happened, for the report; `refused` are the paths whose changes the server refused. */
export type Outcome = { changes: number; conflicts: number; refused: Set<string> }

/** A refused change is reported, and the others go on. */
export async function attempt(
  { warn }: SyncContext,
  outcome: Outcome,
  name: string,
  work: () => Promise<void>,
): Promise<void> {
  if (outcome.refused.has(name)) return
  try {
    await work()
    outcome.changes += 1
  } catch (error) {
    if (!isRefusal(error)) throw error
    outcome.refused.add(name)
    warn(`${name}: ${error.message}`)
  }
}
