import { join } from 'node:path'
import type { Given, Report, Session } from '../command.ts'
import { CommandError, exitCodes } from '../exit-codes.ts'
import { confirmPrograms } from '../skills/confirm-programs.ts'
import { findFolder, openFolder, writePlain } from '../skills/folder.ts'
import {
  type Lock,
  type LockedSkill,
  lockName,
  lockText,
  readLock,
  requireLock,
} from '../skills/lock-file.ts'
import { type FileState, findGone, isWritten, type PlannedFile, planPull } from '../skills/plan.ts'
import {
  chooseSkills,
  listSkillPages,
  readSkill,
  type Skill,
  type SkillPage,
} from '../skills/server-skills.ts'
import { row } from '../text.ts'

export const defaultFolder = '.claude/skills'

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
  const target = given.text('to') ?? defaultFolder
  const pages = chooseSkills(await listSkillPages(session), given.words)
  const pulled = [await pullInto(session, given, { target, pages })]
  if (given.has('agents')) {
    const agents = { target: agentsFolder(target), pages: await listSkillPages(session, 'AGENT') }
    pulled.push(await pullInto(session, given, agents))
  }
  return pullReport(pulled)
}

/** Beside the folder of the skills, where Claude Code reads agents. */
function agentsFolder(target: string): string {
  return join(target, '..', 'agents')
}

type Pulled = { folder: string; skills: readonly Skill[]; written: readonly PlannedFile[] }

async function pullInto(
  session: Session,
  given: Given,
  { target, pages }: { target: string; pages: readonly SkillPage[] },
): Promise<Pulled> {
  const skills: Skill[] = []
  for (const page of pages) skills.push(await readSkill(session, page))
  const folder = await openFolder(target)
  const lock = await readLock(folder)
  const workspaceId = await session.workspaceId()
  requireSameWorkspace(lock, workspaceId)
  const planned = await planPull(folder, skills, lock)
  if (!given.has('force')) requireUnchanged(planned)
  const programs = planned.filter(({ isNewProgram }) => isNewProgram).map(pathOf)
  const isConfirmed = given.has('yes')
  await confirmPrograms(session, programs, { question: 'Write them?', isConfirmed })
  const written = planned.filter(({ state }) => isWritten(state))
  for (const { path, bytes } of written) await writePlain(folder, path, bytes)
  const pulled = Object.fromEntries(
    skills.map((skill) => [
      skill.name,
      lockedSkill(skill, planned, lock?.skills[skill.name]?.pushed),
    ]),
  )
  // After the files: a pull that ends early is repeated, and finds those it wrote.
  const text = lockText({ workspaceId, skills: { ...lock?.skills, ...pulled } })
  await writePlain(folder, [lockName], new TextEncoder().encode(text))
  return { folder, skills, written }
}

/** Throws OTHER_WORKSPACE. */
export function requireSameWorkspace(lock: Lock | undefined, workspaceId: string): void {
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

function lockedSkill(
  { id, name }: Skill,
  planned: readonly PlannedFile[],
  pushed: LockedSkill['pushed'] = {},
): LockedSkill {
  const own = planned.filter(({ skill }) => skill === name)
  const files = own.map(({ name: file, digest }) => [file, digest] as const)
  const states = new Map(own.map(({ name: file, state }) => [file, state]))
  const unpublished = Object.entries(pushed).filter(
    ([file]) => (states.get(file) ?? 'pushed') === 'pushed',
  )
  return {
    pageId: id,
    files: Object.fromEntries(files),
    pushed: Object.fromEntries(unpublished),
  }
}

function pullReport(pulled: readonly Pulled[]): Report {
  const text = pulled.flatMap(({ folder, skills, written }) => [
    ...written.map((file) => row(file.state === 'new' ? 'added' : 'updated', pathOf(file))),
    `${skills.length} ${skills.some(isAgent) ? 'agents' : 'skills'}, ${written.length} files written to ${folder}.`,
  ])
  const [skills, agents] = pulled.map((one) => ({
    folder: one.folder,
    skills: one.skills.map(({ name }) => name),
    written: one.written.map(pathOf),
  }))
  return { text: text.join('\n'), json: { ...skills, ...(agents !== undefined && { agents }) } }
}

function isAgent({ folder }: SkillPage): boolean {
  return folder.length === 0
}

/** Throws LOCK_MISSING, LINK_REFUSED. */
export async function checkSkills(session: Session, given: Given): Promise<Report> {
  const folder = await openFolder(given.text('to') ?? defaultFolder)
  const lock = await requireLock(folder)
  requireSameWorkspace(lock, await session.workspaceId())
  // A skill of the lock that is new under another name is the same page.
  const locked = new Set(Object.values(lock.skills).map(({ pageId }) => pageId))
  const all = [...(await listSkillPages(session)), ...(await listSkillPages(session, 'AGENT'))]
  const pages = all.filter(({ id }) => locked.has(id))
  return compareReport(session, folder, { pages, lock })
}

/**
 * Pulls, and lists what the server does not have any more. With `--check`, only compares all skills of the server with
 * the folder. Throws the errors of `pullSkills`.
 */
export async function syncSkills(session: Session, given: Given): Promise<Report> {
  const target = given.text('to') ?? defaultFolder
  const pages = chooseSkills(await listSkillPages(session), given.words)
  if (given.has('check')) {
    const folder = await findFolder(target)
    const lock = await readLock(folder)
    requireSameWorkspace(lock, await session.workspaceId())
    return compareReport(session, folder, { pages, lock: chosenOf(lock, given.words) })
  }
  const { text, json } = await pullSkills(session, given)
  const lock = chosenOf(await readLock(await openFolder(target)), given.words)
  const gone = Object.entries(lock?.skills ?? {})
    .filter(([, { pageId }]) => !pages.some(({ id }) => id === pageId))
    .map(([name]) => name)
  return {
    text: [...gone.map((name) => row('gone', name)), text].join('\n'),
    json: { ...Object(json), gone },
  }
}

/** The lock without the skills that were not asked for. */
function chosenOf(lock: Lock | undefined, words: readonly string[]): Lock | undefined {
  if (lock === undefined || words.length === 0) return lock
  const skills = Object.entries(lock.skills).filter(([name]) => words.includes(name))
  return { ...lock, skills: Object.fromEntries(skills) }
}

async function compareReport(
  session: Session,
  folder: string,
  { pages, lock }: { pages: readonly SkillPage[]; lock: Lock | undefined },
): Promise<Report> {
  const skills: Skill[] = []
  for (const page of pages) skills.push(await readSkill(session, page))
  const planned = await planPull(folder, skills, lock)
  const files = [
    ...planned.map((file) => ({ path: pathOf(file), state: file.state })),
    ...findGone(lock, skills).map(({ skill, name }) => ({
      path: `${skill}/${name}`,
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

function pathOf({ path }: Pick<PlannedFile, 'path'>): string {
  return path.join('/')
}
