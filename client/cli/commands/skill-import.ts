import { openAsBlob } from 'node:fs'
import { stat } from 'node:fs/promises'
import { basename, resolve } from 'node:path'
import { createClient, QuireError } from '../../index.ts'
import { chooseSkillFiles } from '../../skill-paths.ts'
import { uploadFile } from '../../uploads.ts'
import { zipFiles } from '../../zip.ts'
import type { Given, Report, Session } from '../command.ts'
import { CommandError, exitCodes, unreadable } from '../exit-codes.ts'
import { findPageId, repeatable } from '../session.ts'
import { confirmPrograms } from '../skills/confirm-programs.ts'
import { isProgram } from '../skills/programs.ts'
import { readTree } from '../skills/tree.ts'
import { row } from '../text.ts'

/** Those of the server. */
const limits = { files: 5000, bytes: 60 * 1024 * 1024 }
/** A slow server is no reason to leave the archive, but someone who pressed Ctrl-C does not wait for it. */
const cleanupMs = { done: 60_000, stopped: 5000 }

/**
 * Creates the skills and agents of a folder or a ZIP archive, without those that the workspace has with the same files:
 * a command that was stopped can be repeated. Throws FILE_UNREADABLE, LINK_REFUSED, FOLDER_TOO_LARGE, SKILLS_MISSING,
 * SKILL_EXISTS, PROGRAMS_REFUSED.
 */
export async function addSkills(session: Session, given: Given): Promise<Report> {
  const [path = ''] = given.words
  const parent = given.text('parent')
  const contents = await openContents(path)
  const parentId = parent === undefined ? null : await findPageId(session, parent)
  const workspaceId = await session.workspaceId()
  const { client, terminal } = session
  const isConfirmed = given.has('yes')
  const upload = { workspaceId, name: 'skills.zip', type: 'application/zip', contents }
  const fileId = await uploadFile(session.options, { ...upload, signal: terminal.signal })
  try {
    const archive = { workspaceId, fileId }
    const { names, present } = await findNew(session, archive, { path, isConfirmed })
    const input = { ...archive, parentId, names }
    return reportOf(await client.skills.importZip(input, repeatable()), present)
  } finally {
    await removeArchive(session, { workspaceId, fileId })
  }
}

/** Also after Ctrl-C, which stops the requests of the session. */
async function removeArchive(
  { options, terminal }: Session,
  archive: { workspaceId: string; fileId: string },
): Promise<void> {
  const timeoutMs = terminal.signal.aborted ? cleanupMs.stopped : cleanupMs.done
  const { files } = createClient({ ...options, timeoutMs, retries: 3 })
  await files.remove({ ...archive, force: true }, repeatable()).catch((error: unknown) => {
    // An attempt whose answer was lost has deleted it.
    if (error instanceof QuireError && error.code === 'FILE_NOT_FOUND') return
    terminal.warn('quire: the uploaded archive skills.zip was not deleted. Delete it in Files.\n')
  })
}

/** Throws FILE_UNREADABLE. */
async function openContents(path: string): Promise<Blob> {
  const found = await stat(path).catch(() => undefined)
  if (found?.isFile() === true) return openAsBlob(path)
  if (found?.isDirectory() !== true)
    throw unreadable(`${path} cannot be read. Name a folder or a ZIP archive.`)
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

type Previewed = Awaited<ReturnType<Session['client']['skillImports']['preview']>>['skills'][number]
type Archive = { workspaceId: string; fileId: string }

/** The names of what to add, and of what is there already. Throws SKILLS_MISSING, SKILL_EXISTS, PROGRAMS_REFUSED. */
async function findNew(
  session: Session,
  archive: Archive,
  { path, isConfirmed }: { path: string; isConfirmed: boolean },
): Promise<{ names: string[]; present: string[] }> {
  const { client } = session
  const { skills } = await client.skillImports.preview(archive, repeatable())
  if (skills.length === 0)
    throw new CommandError(
      `${path} has neither a folder with a SKILL.md nor a file of an agent in a folder agents.`,
      'SKILLS_MISSING',
      exitCodes.missing,
    )
  const { present, different, missing } = await compare(session, archive, skills)
  if (different.length > 0)
    throw skillExists(
      `The workspace already has ${different.join(', ')}, with other files. Nothing was added. Pull these skills, and push your changes.`,
    )
  if (missing.length === 0)
    throw skillExists(
      `The workspace already has ${present.join(', ')}, with the same files. Nothing was added.`,
    )
  const programs = missing.flatMap(({ name, files }) =>
    files
      .filter((file) => file.isExecutable || isProgram(file.path, new Uint8Array()))
      .map((file) => `${name}/${file.path}`),
  )
  await confirmPrograms(session, programs, { question: 'Add them?', isConfirmed })
  return { names: missing.map(({ name }) => name), present }
}

function skillExists(message: string): CommandError {
  return new CommandError(message, 'SKILL_EXISTS', exitCodes.conflict)
}

type Compared = { present: string[]; different: string[]; missing: Previewed[] }

/** What the workspace has with the same files, with others, and not yet. */
async function compare(
  { client }: Session,
  { workspaceId }: Archive,
  skills: readonly Previewed[],
): Promise<Compared> {
  const known = (await client.skills.list({ workspaceId }, repeatable())).skills
  const compared: Compared = { present: [], different: [], missing: [] }
  for (const skill of skills) {
    const { name, ownership } = skill
    // The title is the name of the folder; a draft has no other name.
    const existing = known.filter(
      (one) => one.ownership === ownership && [one.title, one.served?.name].includes(name),
    )
    const contents: string[] = []
    for (const { id: pageId } of existing) {
      const input = { workspaceId, pageId, label: 'draft' }
      contents.push(contentsOf((await client.skills.files(input, repeatable())).files))
    }
    if (existing.length === 0) compared.missing.push(skill)
    else if (contents.includes(contentsOf(skill.files))) compared.present.push(name)
    else compared.different.push(name)
  }
  return compared
}

/** Paths with the hashes of their files, in a text that is equal for equal folders. */
function contentsOf(files: readonly { path: string; sha256: string }[]): string {
  return files
    .map(({ path, sha256 }) => `${sha256} ${path}`)
    .toSorted()
    .join('\n')
}

type Imported = Awaited<ReturnType<Session['client']['skills']['importZip']>>

function reportOf({ skills, skipped }: Imported, present: readonly string[]): Report {
  const text = [
    ...skills.map(({ name, pageId, version }) =>
      row('added', name, version === null ? 'draft' : `version ${version}`, pageId),
    ),
    ...present.map((name) => row('present', name)),
    ...skipped.map(({ path, reason }) => row('skipped', path, reason)),
    `${skills.length} added, ${present.length > 0 ? `${present.length} already there, ` : ''}${skipped.length} skipped.`,
  ].join('\n')
  const exitCode = skipped.length > 0 ? exitCodes.failed : exitCodes.done
  return { text, json: { skills, present, skipped }, exitCode }
}
