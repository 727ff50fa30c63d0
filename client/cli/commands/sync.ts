import { mkdir, realpath } from 'node:fs/promises'
import type { Given, Report, Session } from '../command.ts'
import { exitCodes, misuse } from '../exit-codes.ts'
import { findPageId } from '../session.ts'
import { putAccess } from '../sync/access.ts'
import { isAccessLost, leaveFolder } from '../sync/lost-access.ts'
import { lockFolder, openState, readHead } from '../sync/state.ts'
import type { SyncContext } from '../sync/sync-context.ts'
import { syncFolder } from '../sync/sync.ts'
import { watchFolder } from '../sync/watch.ts'
import { printable } from '../text.ts'

/** Throws MISUSED, SYNC_RUNNING, SYNC_OTHER_WORKSPACE, DELETIONS_NOT_CONFIRMED and SERVER_RESTORED. */
export async function sync(session: Session, given: Given): Promise<Report> {
  const [folder = ''] = given.words
  if (given.has('once') && given.has('watch')) throw misuse('Give either --once or --watch.')
  try {
    return await keepInStep(session, given, folder)
  } catch (error) {
    await noteLostAccess(session, given, folder, error)
    throw error
  }
}

async function keepInStep(session: Session, given: Given, folder: string): Promise<Report> {
  const workspaceId = await session.workspaceId()
  const parent = given.text('parent')
  const underPageId = parent === undefined ? null : await findPageId(session, parent)
  // Before anything is written: a key without access leaves no folder behind.
  await session.client.markdownFiles.read({
    workspaceId,
    underPageId,
    pageIds: [underPageId ?? workspaceId],
  })
  await mkdir(folder, { recursive: true })
  const root = await realpath(folder)
  const release = await lockFolder(root)
  try {
    const state = await openState(root, { workspaceId, underPageId })
    await putAccess(root, session.options)
    const context = contextOf(session, given, { root, workspaceId, underPageId })
    if (given.has('watch')) {
      await watchFolder(context, state)
      return { text: '', json: undefined }
    }
    const { changes, conflicts, refused } = await syncFolder(context, state)
    const text = changes === 0 ? 'Already in sync.' : ''
    const json = { changes, conflicts, refused: refused.size }
    const refusedCode = refused.size > 0 ? exitCodes.failed : exitCodes.done
    return { text, json, exitCode: conflicts > 0 ? exitCodes.conflict : refusedCode }
  } finally {
    await release()
  }
}

async function noteLostAccess(
  session: Session,
  given: Given,
  folder: string,
  error: unknown,
): Promise<void> {
  const root = await realpath(folder).catch(() => undefined)
  const head = root === undefined ? undefined : await readHead(root)
  if (root === undefined || head === undefined) return
  if (!isAccessLost(error, head, given.text('parent'))) return
  const release = await lockFolder(root)
  try {
    await leaveFolder(contextOf(session, given, { ...head, root }), await openState(root, head))
  } finally {
    await release()
  }
}

function contextOf(
  { client, options, terminal, isJson }: Session,
  given: Given,
  location: Pick<SyncContext, 'root' | 'workspaceId' | 'underPageId'>,
): SyncContext {
  return {
    ...location,
    client,
    options,
    report: (line) => {
      if (!isJson) terminal.write(`${printable(line)}\n`)
    },
    warn: (line) => terminal.warn(`quire: ${printable(line)}\n`),
    confirm: terminal.confirm,
    isConfirmed: given.has('yes'),
    isWindows: process.platform === 'win32',
    today: () => new Date().toISOString().slice(0, 10),
    signal: terminal.signal,
    step: () => undefined,
  }
}
