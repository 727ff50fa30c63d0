import type { WorkspaceContext } from '../../context.ts'
import type { CallerRun } from '../../runs/caller-run.ts'
import { keepRun } from '../../runs/with-run.ts'

/** The run that all changes of an import belong to. */
export type ImportRun = {
  run: CallerRun
  /** After a transaction: the run need not be stored again with each change. */
  renew: () => Promise<void>
}

/** The run of the caller, who has named it. */
export async function followRun({ runs, caller, viewer }: WorkspaceContext): Promise<ImportRun> {
  const run = await runs.of(caller, viewer.workspaceId)
  return {
    run,
    renew: async () => {
      keepRun(run)
      const { unstored, onStored } = await runs.of(caller, viewer.workspaceId)
      delete run.unstored
      run.isPut = false
      if (unstored !== undefined) run.unstored = unstored
      if (onStored !== undefined) run.onStored = onStored
    },
  }
}
