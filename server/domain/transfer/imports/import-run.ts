import { clock } from '../../../lib/clock.ts'
import { type imports, runs, type Transaction } from '../../../store/index.ts'
import type { Caller, WorkspaceContext } from '../../context.ts'
import type { CallerRun } from '../../runs/caller-run.ts'
import { keepRun } from '../../runs/with-run.ts'

/** The run that all changes of an import belong to. */
export type ImportRun = {
  run: CallerRun
  /** After a transaction: the run need not be stored again with each change. */
  renew: () => Promise<void>
}

/** Who an import runs as: its author, in a run of its own. */
export function callerOf({ id, createdBy: userId, keyId }: imports.ImportRow): Caller {
  return {
    userId,
    keyId: keyId ?? undefined,
    via: 'import',
    readOnly: false,
    workspaceIds: undefined,
    runName: `import:${id}`,
  }
}

/** Stores the run with the name of the program that starts the import: only its requests have one. */
export async function putRun(
  transaction: Transaction,
  { runs: book, caller }: Pick<WorkspaceContext, 'runs' | 'caller'>,
  row: imports.ImportRow,
): Promise<void> {
  const { keyId, client, program } = caller
  if (keyId === undefined || keyId !== row.keyId) return
  const named = {
    ...callerOf(row),
    ...(client !== undefined && { client }),
    ...(program !== undefined && { program }),
  }
  const { unstored } = await book.of(named, row.workspaceId)
  if (unstored !== undefined) await runs.put(transaction, unstored, clock.now())
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
