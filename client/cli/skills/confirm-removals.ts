import type { Session } from '../command.ts'
import { CommandError } from '../exit-codes.ts'
import { printable } from '../text.ts'

/** Lists files that a push would remove from the drafts, and asks a person. Throws REMOVALS_REFUSED. */
export async function confirmRemovals(
  { terminal }: Session,
  paths: readonly string[],
  { isConfirmed }: { isConfirmed: boolean },
): Promise<void> {
  if (paths.length === 0 || isConfirmed) return
  const lines = paths.map((path) => `  ${printable(path)}\n`).join('')
  terminal.warn(`These files are not in the folder any more:\n${lines}`)
  if ((await terminal.confirm?.('Remove them from the drafts?')) === true) return
  throw new CommandError(
    'Nothing was sent. Restore the files with quire skills pull, or repeat the command with --yes.',
    'REMOVALS_REFUSED',
  )
}
