import { basename, dirname } from 'node:path'
import type { Given, Report, Session } from '../command.ts'
import { CommandError, exitCodes } from '../exit-codes.ts'
import { isEdited, readSection, writeSection } from '../instructions/section.ts'
import { repeatable } from '../session.ts'
import { findFolder, openFolder, readPlain, writeText } from '../skills/folder.ts'
import { row } from '../text.ts'

const defaultPath = 'AGENTS.md'

type State = 'same' | 'outdated' | 'changed'

/**
 * Writes the instructions of the workspace into a section of a file that agents read. With `--check`, only compares. Throws
 * FILES_CHANGED, LINK_REFUSED, NAME_UNSAFE.
 */
export async function writeInstructions(session: Session, given: Given): Promise<Report> {
  const [path = defaultPath] = given.words
  const isCheck = given.has('check')
  const folder = await (isCheck ? findFolder : openFolder)(dirname(path))
  const name = [basename(path)]
  const workspaceId = await session.workspaceId()
  const { instructions } = await session.client.instructions.get({ workspaceId }, repeatable())
  const file = new TextDecoder().decode((await readPlain(folder, name)) ?? new Uint8Array())
  const section = readSection(file)
  const next = writeSection(file, instructions)
  const isChanged = section !== undefined && isEdited(section)
  const state: State = isChanged ? 'changed' : next === file ? 'same' : 'outdated'
  const exitCode = isCheck && state !== 'same' ? exitCodes.different : exitCodes.done
  if (isCheck) return { text: row(state, path), json: { path, state }, exitCode }
  if (state === 'changed' && !given.has('force'))
    throw new CommandError(
      `The instructions in ${path} were changed. Nothing was written. Change them in Quire, or replace them with --force.`,
      'FILES_CHANGED',
      exitCodes.conflict,
    )
  const isWritten = next !== file
  if (isWritten) await writeText(folder, name, next)
  return { text: row(isWritten ? 'updated' : 'same', path), json: { path, isWritten } }
}
