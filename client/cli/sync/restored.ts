import { CommandError, exitCodes } from '../exit-codes.ts'
import type { Listed } from './list-remote.ts'
import type { RemoteText } from './pull.ts'
import type { RemotePage } from './records.ts'
import { putRecord, removeRecord, type State } from './state.ts'
import type { SyncContext } from './sync-context.ts'

/**
 * Whether the server lacks changes of the last common state and the person wants to continue. A program that ended before it
 * noted the position knows it by the versions of pages. Throws SERVER_RESTORED.
 */
export async function requireNotRestored(
  { confirm, isConfirmed }: SyncContext,
  { records }: State,
  { files, isRestored, isUnchanged }: Listed,
): Promise<boolean> {
  const isOlder = ({ pageId, version }: RemotePage) =>
    version < (records.get(pageId)?.version ?? version)
  const older = isUnchanged ? [] : files.filter(isOlder)
  if (older.length === 0 && !isRestored) return false
  const sentence = `${
    older.length === 0
      ? 'The server lacks changes that this folder has.'
      : `The server has older versions of ${older.length} pages than this folder.`
  } It was probably restored from a backup.`
  const question = `${sentence} Continue, and save what differs in the folder as new changes?`
  if (isConfirmed || (await confirm?.(question)) === true) return true
  throw new CommandError(
    `${sentence} Nothing was changed. Run quire sync again with --yes to save what differs in the folder as new changes.`,
    'SERVER_RESTORED',
    exitCodes.conflict,
  )
}

/** Takes what the server has as the last common state: everything else in the folder counts as edited there. */
export async function rebaseOnServer(
  { root }: SyncContext,
  state: State,
  remote: readonly RemotePage[],
  read: (pageIds: string[]) => Promise<Map<string, RemoteText>>,
): Promise<void> {
  const known = remote.filter(({ pageId }) => state.records.has(pageId))
  const texts = await read(known.map(({ pageId }) => pageId))
  for (const record of state.records.values()) {
    const page = texts.get(record.pageId)
    if (page === undefined) await removeRecord(root, state, record.pageId)
    else {
      const { text, version, revision } = page
      await putRecord(root, state, { ...record, text, version, revision })
    }
  }
}
