import type { Context } from '../context.ts'
import type { CallerRun } from './caller-run.ts'

/** A context whose writes in a workspace belong to a run. Throws VALIDATION_FAILED for a bad name of a run. */
export async function withRun<Outer extends Context>(
  context: Outer,
  workspaceId: string,
): Promise<Outer> {
  const run = await context.runs.of(context.caller, workspaceId)
  return { ...context, caller: { ...context.caller, run } }
}

/** Called when a write is committed: its run need not be stored again. */
export function keepRun(run: CallerRun | undefined): void {
  if (run?.isPut === true) run.onStored?.()
}
