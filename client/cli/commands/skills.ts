import type { Given, Report, Session } from '../command.ts'
import { CommandError, exitCodes } from '../exit-codes.ts'
import { openFolder, writePlain } from '../skills/folder.ts'
import { type Lock, lockName, lockText, readLock } from '../skills/lock-file.ts'
import { type FileState, findGone, type PlannedFile, planPull } from '../skills/plan.ts'
import { chooseSkills, listSkillPages, readSkill, type Skill } from '../skills/server-skills.ts'
import { row } from '../text.ts'

const defaultFolder = '.claude/skills'

export async function listSkills(session: Session): Promise<Report> {
  const skills = await listSkillPages(session)
  const text = skills.map(({ id, name, title }) => row(name, title, id)).join('\n')
  return { text, json: { skills } }
}

/**
 * Writes only after everything was read and checked. Throws SKILL_NOT_FOUND, FILES_CHANGED, PROGRAMS_REFUSED,
 * NAME_UNSAFE, NAME_CLASH, FILE_DAMAGED, OTHER_SKILL, LINK_REFUSED.
 */
export async function pullSkills(session: Session, given: Given): Promise<Report> {
  const chosen = chooseSkills(await listSkillPages(session), given.words)
  const skills: Skill[] = []
  for (const page of chosen) skills.push(await readSkill(session, page))
  const folder = await openFolder(given.text('to') ?? defaultFolder)
  const lock = await readLock(folder)
  const workspaceId = await session.workspaceId()
  requireSameWorkspace(lock, workspaceId)
  const planned = await planPull(folder, skills, lock)
  if (!given.has('force')) requireUnchanged(planned)
  await confirmPrograms(session, planned, given.has('yes'))
  const written = planned.filter(({ state }) => state !== 'same')
  for (const { skill, name, bytes } of written)
    await writePlain(folder, [skill, ...name.split('/')], bytes)
  const pulled = Object.fromEntries(
    skills.map((skill) => [skill.name, lockedSkill(skill, planned)]),
  )
  // After the files: a pull that ends early is repeated, and finds those it wrote.
  const text = lockText({ workspaceId, skills: { ...lock?.skills, ...pulled } })
  await writePlain(folder, [lockName], new TextEncoder().encode(text))
  return pullReport(folder, { skills, written })
}

function requireSameWorkspace(lock: Lock | undefined, workspaceId: string): void {
  if (lock !== undefined && lock.workspaceId !== workspaceId)
    throw new CommandError(
      'The folder has the skills of another workspace. Name another folder with --to.',
      'OTHER_WORKSPACE',
    )
}

function requireUnchanged(planned: readonly PlannedFile[]): void {
  const changed = planned.filter(({ state }) => state === 'changed').map(pathOf)
  if (changed.length > 0)
    throw new CommandError(
      `These files were changed in the folder: ${changed.join(', ')}. Nothing was written. Move them away, or replace them with --force.`,
      'FILES_CHANGED',
      exitCodes.conflict,
    )
}

async function confirmPrograms(
  { terminal }: Session,
  planned: readonly PlannedFile[],
  isConfirmed: boolean,
): Promise<void> {
  const programs = planned.filter(({ isNewProgram }) => isNewProgram).map(pathOf)
  if (programs.length === 0 || isConfirmed) return
  terminal.warn(
    `These files are new programs, which agents may run:\n${programs.map((path) => `  ${path}\n`).join('')}`,
  )
  if ((await terminal.confirm?.('Write them?')) === true) return
  throw new CommandError(
    'Nothing was written. Read the programs, then repeat the command with --yes.',
    'PROGRAMS_REFUSED',
  )
}

function lockedSkill({ id, name }: Skill, planned: readonly PlannedFile[]): Lock['skills'][string] {
  const files = planned
    .filter(({ skill }) => skill === name)
    .map(({ name: file, digest }) => [file, digest] as const)
  return { pageId: id, files: Object.fromEntries(files) }
}

function pullReport(
  folder: string,
  { skills, written }: { skills: readonly Skill[]; written: readonly PlannedFile[] },
): Report {
  const text = [
    ...written.map((file) => row(file.state === 'new' ? 'added' : 'updated', pathOf(file))),
    `${skills.length} skills, ${written.length} files written to ${folder}.`,
  ].join('\n')
  return {
    text,
    json: { folder, skills: skills.map(({ name }) => name), written: written.map(pathOf) },
  }
}

/** Throws LOCK_MISSING, LINK_REFUSED. */
export async function checkSkills(session: Session, given: Given): Promise<Report> {
  const folder = await openFolder(given.text('to') ?? defaultFolder)
  const lock = await readLock(folder)
  if (lock === undefined)
    throw new CommandError(
      `${folder} has no ${lockName}. Run quire skills pull first.`,
      'LOCK_MISSING',
      exitCodes.missing,
    )
  requireSameWorkspace(lock, await session.workspaceId())
  // A skill of the lock that is new under another name is the same page.
  const locked = new Set(Object.values(lock.skills).map(({ pageId }) => pageId))
  const pages = (await listSkillPages(session)).filter(({ id }) => locked.has(id))
  const skills: Skill[] = []
  for (const page of pages) skills.push(await readSkill(session, page))
  const planned = await planPull(folder, skills, lock)
  const files = [
    ...planned.map((file) => ({ path: pathOf(file), state: file.state })),
    ...findGone(lock, skills).map((file) => ({
      path: pathOf(file),
      state: 'gone' satisfies FileState,
    })),
  ]
  const different = files.filter(({ state }) => state !== 'same')
  const text = [
    ...different.map(({ state, path }) => row(state, path)),
    `${files.length - different.length} of ${files.length} files are up to date.`,
  ].join('\n')
  return {
    text,
    json: { folder, files },
    exitCode: different.length > 0 ? exitCodes.different : exitCodes.done,
  }
}

function pathOf({ skill, name }: { skill: string; name: string }): string {
  return `${skill}/${name}`
}
