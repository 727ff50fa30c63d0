import { openAsBlob } from 'node:fs'
import { stat } from 'node:fs/promises'
import { basename, resolve } from 'node:path'
import { createClient } from '../../index.ts'
import { chooseSkillFiles } from '../../skill-paths.ts'
import { uploadFile } from '../../uploads.ts'
import { zipFiles } from '../../zip.ts'
import type { Given, Report, Session } from '../command.ts'
import { CommandError, exitCodes } from '../exit-codes.ts'
import { findPageId, repeatable } from '../session.ts'
import { confirmPrograms } from '../skills/confirm-programs.ts'
import { isProgram } from '../skills/programs.ts'
import { readTree } from '../skills/tree.ts'
import { row } from '../text.ts'

/** Those of the server. */
const limits = { files: 5000, bytes: 60 * 1024 * 1024 }
const cleanupMs = 5000

/**
 * Creates the skills and agents of a folder or a ZIP archive. Throws FILE_UNREADABLE, LINK_REFUSED, FOLDER_TOO_LARGE,
 * SKILLS_MISSING, SKILL_EXISTS, PROGRAMS_REFUSED.
 */
export async function addSkills(session: Session, given: Given): Promise<Report> {
  const [path = ''] = given.words
  const parent = given.text('parent')
  const contents = await openContents(path)
  const parentId = parent === undefined ? null : await findPageId(session, parent)
  const workspaceId = await session.workspaceId()
  const { client, terminal } = session
  const upload = { workspaceId, name: 'skills.zip', type: 'application/zip', contents }
  const fileId = await uploadFile(session.options, { ...upload, signal: terminal.signal })
  try {
    await requireNew(session, { workspaceId, fileId }, { path, isConfirmed: given.has('yes') })
    const input = { workspaceId, fileId, parentId }
    return reportOf(await client.skills.importZip(input, repeatable()))
  } finally {
    await removeArchive(session, { workspaceId, fileId })
  }
}

/** Also after Ctrl-C, which stops the requests of the session. */
async function removeArchive(
  { options, terminal }: Session,
  archive: { workspaceId: string; fileId: string },
): Promise<void> {
  const { files } = createClient({ ...options, timeoutMs: cleanupMs })
  await files.remove({ ...archive, force: true }).catch(() => {
    terminal.warn('quire: the uploaded archive skills.zip was not deleted. Delete it in Files.\n')
  })
}

/** Throws FILE_UNREADABLE. */
async function openContents(path: string): Promise<Blob> {
  const found = await stat(path).catch(() => undefined)
  if (found?.isFile() === true) return openAsBlob(path)
  if (found?.isDirectory() !== true)
    throw new CommandError(
      `${path} cannot be read. Name a folder or a ZIP archive.`,
      'FILE_UNREADABLE',
    )
  // The name of the folder is that of the skill, or `agents`.
  const inFolder = (below: string) => `${basename(resolve(path))}/${below}`
  const files = await readTree(path, limits, (paths) => {
    const isOfSkill = chooseSkillFiles(paths.map(inFolder))
    return (below) => isOfSkill(inFolder(below))
  })
  return zipFiles(
    files.map(({ path: below, bytes, isExecutable }) => ({
      path: inFolder(below),
      contents: new Blob([new Uint8Array(bytes)]),
      isExecutable,
    })),
  )
}

/** Throws SKILLS_MISSING, SKILL_EXISTS, PROGRAMS_REFUSED. */
async function requireNew(
  session: Session,
  archive: { workspaceId: string; fileId: string },
  { path, isConfirmed }: { path: string; isConfirmed: boolean },
): Promise<void> {
  const { client } = session
  const { skills } = await client.skillImports.preview(archive, repeatable())
  if (skills.length === 0)
    throw new CommandError(
      `${path} has neither a folder with a SKILL.md nor a file of an agent in a folder agents.`,
      'SKILLS_MISSING',
      exitCodes.missing,
    )
  const { workspaceId } = archive
  const known = (await client.skills.list({ workspaceId }, repeatable())).skills
  // The title is the name of the folder; a draft has no other name.
  const existing = skills.filter(({ name, ownership }) =>
    known.some(
      (one) => one.ownership === ownership && [one.title, one.served?.name].includes(name),
    ),
  )
  if (existing.length > 0)
    throw new CommandError(
      `The workspace already has ${existing.map(({ name }) => name).join(', ')}. Nothing was added. Pull these skills, and push your changes.`,
      'SKILL_EXISTS',
      exitCodes.conflict,
    )
  const programs = skills.flatMap(({ name, files }) =>
    files
      .filter((file) => file.isExecutable || isProgram(file.path, new Uint8Array()))
      .map((file) => `${name}/${file.path}`),
  )
  await confirmPrograms(session, programs, { question: 'Add them?', isConfirmed })
}

type Imported = Awaited<ReturnType<Session['client']['skills']['importZip']>>

function reportOf({ skills, skipped }: Imported): Report {
  const text = [
    ...skills.map(({ name, pageId, version }) =>
      row('added', name, version === null ? 'draft' : `version ${version}`, pageId),
    ),
    ...skipped.map(({ path, reason }) => row('skipped', path, reason)),
    `${skills.length} added, ${skipped.length} skipped.`,
  ].join('\n')
  const exitCode = skipped.length > 0 ? exitCodes.failed : exitCodes.done
  return { text, json: { skills, skipped }, exitCode }
}
