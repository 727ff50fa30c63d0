import { QuireError } from '../../errors.ts'
import { isKnownAccess } from './access.ts'
import { matchFiles } from './match-files.ts'
import { takeAway } from './pull.ts'
import { scan } from './scan.ts'
import { type Head, removePending, type State } from './state.ts'
import type { SyncContext } from './sync-context.ts'

/** Whether the pages of the folder can no longer be opened: the key was revoked, or their parent is hidden or gone. */
export function isAccessLost(
  error: unknown,
  { underPageId }: Pick<Head, 'underPageId'>,
  parent: string | undefined,
): boolean {
  if (!(error instanceof QuireError)) return false
  if (error.code === 'API_KEY_REVOKED') return true
  // A title can be misspelled.
  return error.code === 'PAGE_NOT_FOUND' && underPageId !== null && parent === underPageId
}

/**
 * Moves the files of all pages to `.quire/removed`, with what was edited in them, after a question. Another key or server
 * than the folder was synced with is a mistake, and moves nothing.
 */
export async function leaveFolder(context: SyncContext, state: State): Promise<void> {
  const { root, confirm, isConfirmed, warn, options } = context
  if (!(await isKnownAccess(root, options))) {
    warn(
      'This folder was last synced with another key or server. Nothing was changed. Check QUIRE_URL and QUIRE_KEY.',
    )
    return
  }
  const { files } = await scan(root)
  const matched = matchFiles([...state.records.values()], new Map(), files)
  const count = matched.at.size
  if (count === 0) return
  const sentence = `The key no longer opens the pages of this folder, which has ${count} of their files.`
  const isWanted = isConfirmed || (await confirm?.(`${sentence} Move them to .quire/removed?`))
  if (isWanted !== true) {
    warn(
      `${sentence} Nothing was changed. Run quire sync again with --yes to move them to .quire/removed.`,
    )
    return
  }
  const outcome = { changes: 0, conflicts: 0, refused: new Set<string>() }
  for (const record of state.records.values()) {
    await takeAway(context, state, matched, record, outcome)
  }
  await removePending(root)
}
