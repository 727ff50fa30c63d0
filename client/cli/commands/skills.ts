import { resolve } from 'node:path'
import type { Given, Report, Session } from '../command.ts'
import { CommandError, exitCodes, misuse } from '../exit-codes.ts'
import { joinNames } from '../join-names.ts'
import { confirmPrograms } from '../skills/confirm-programs.ts'
import { findFolder, openFolder, writePlain, writeText } from '../skills/folder.ts'
import {
  type Lock,
  type LockedSkill,
  lockName,
  lockText,
  readLock,
  removedMark,
  requireLock,
} from '../skills/lock-file.ts'
import { type FileState, findGone, isWritten, type PlannedFile, planPull } from '../skills/plan.ts'
import {
  chooseSkills,
  listSkillPages,
  readSkills,
  type Skill,
  type SkillPage,
  type SkippedSkill,
} from '../skills/server-skills.ts'
import { row } from '../text.ts'

export const defaultFolder = '.claude/skills'

export async function listSkills(session: Session): Promise<Report> {
  const skills = await listSkillPages(session)
  const text = skills.map(({ id, name, title }) => row(name, title, id)).join('\n')
  return { text, json: { skills } }
}

/**
 * Writes only after everything was read and checked. Skills with names that no folder can have are skipped. Throws
 * SKILL_NOT_FOUND, FILES_CHANGED, PROGRAMS_REFUSED, NAME_UNSAFE, NAME_CLASH, FILE_DAMAGED, OTHER_SKILL, LINK_REFUSED.
 */
export async function pullSkills(session: Session, given: Given): Promise<Report> {
  return pullReport(await pullAll(session, given))
}

async function pullAll(session: Session, given: Given): Promise<Pulled[]> {
  const pulled: Pulled[] = []
  for (const target of await targetsOf(session, given))
    pulled.push(await pullInto(session, given, target))
  return pulled
}

/** What is asked for, with the folder that it is in. */
type Target = { target: string; pages: readonly SkillPage[]; words: readonly string[] }

/** The skills and, with `--agents`, all agents. Throws SKILL_NOT_FOUND, MISUSED. */
async function targetsOf(session: Session, given: Given): Promise<Target[]> {
  const target = given.text('to') ?? defaultFolder
  const { words } = given
  const label = given.text('label')
  const all = await listSkillPages(session, { label })
  const skills = { target, pages: chooseSkills(all, words), words }
  if (!given.has('agents')) return [skills]
  const pages = await listSkillPages(session, { ownership: 'AGENT', label })
  return [skills, { target: agentsFolder(target), pages, words: [] }]
}

/** Beside the folder of the skills, where Claude Code reads agents. Throws MISUSED. */
export function agentsFolder(target: string): string {
  const folder = joinNames(`${target}/..`, 'agents')
  // A skill and an agent may have the same name.
  if (resolve(folder) === resolve(target))
    throw misuse(`Agents are written to ${folder}. Name another folder for the skills with --to.`)
  return folder
}

type Pulled = {
  folder: string
  skills: readonly Skill[]
  written: readonly PlannedFile[]
  skipped: readonly SkippedSkill[]
}

async function pullInto(
  session: Session,
  given: Given,
  { target, pages, words }: Target,
): Promise<Pulled> {
  const { skills, skipped } = await readSkills(session, pages, words)
  const folder = await openFolder(target)
  const lock = await readLock(folder)
  const workspaceId = await session.workspaceId()
  requireSameWorkspace(lock, workspaceId)
  const isForced = given.has('force')
  const planned = await planPull(folder, skills, { lock, isForced })
  if (!isForced) requireUnchanged(planned)
  const programs = planned.filter(({ isNewProgram }) => isNewProgram).map(pathOf)
  const isConfirmed = given.has('yes')
  await confirmPrograms(session, programs, { question: 'Write them?', isConfirmed })
  const written = planned.filter((file) => isWritten(file, { isForced }))
  for (const file of written) await writePlain(folder, file.path, file)
  const pulled = Object.fromEntries(
    skills.map((skill) => [
      skill.name,
      lockedSkill(skill, { planned, written, pushed: lock?.skills[skill.name]?.pushed }),
    ]),
  )
  // After the files: a pull that ends early is repeated, and finds those it wrote.
  const text = lockText({ workspaceId, skills: { ...lock?.skills, ...pulled } })
  await writeText(folder, [lockName], text)
  return { folder, skills, written, skipped }
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
  {
    planned,
    written,
    pushed = {},
  }: {
    planned: readonly PlannedFile[]
    written: readonly PlannedFile[]
    pushed: LockedSkill['pushed']
  },
): LockedSkill {
  const own = planned.filter(({ skill }) => skill === name)
  const files = own.map(({ name: file, digest }) => [file, digest] as const)
  const known = new Map(own.map((file) => [file.name, file]))
  // What the draft has stays known until it is published, or replaced here.
  const unpublished = Object.entries(pushed).filter(([file, digest]) => {
    const found = known.get(file)
    if (found === undefined) return digest !== removedMark
    return found.state === 'pushed' && !written.includes(found)
  })
  return {
    pageId: id,
    files: Object.fromEntries(files),
    pushed: Object.fromEntries(unpublished),
  }
}

function pullReport(pulled: readonly Pulled[]): Report {
  const text = pulled.flatMap(({ folder, skills, written, skipped }) => [
    ...written.map(writtenRow),
    ...skipped.map(skippedRow),
    `${skills.length} ${skills.some(isAgent) ? 'agents' : 'skills'}, ${written.length} files written to ${folder}.`,
  ])
  const [skills, agents] = pulled.map((one) => ({
    folder: one.folder,
    skills: one.skills.map(({ name }) => name),
    written: one.written.map(pathOf),
    ...skippedJson(one.skipped),
  }))
  const isComplete = pulled.every(({ skipped }) => skipped.length === 0)
  return {
    text: text.join('\n'),
    json: { ...skills, ...(agents !== undefined && { agents }) },
    exitCode: isComplete ? exitCodes.done : exitCodes.failed,
  }
}

function skippedRow({ name, reason }: SkippedSkill): string {
  return row('skipped', name, reason)
}

function skippedJson(skipped: readonly SkippedSkill[]): object {
  if (skipped.length === 0) return {}
  return { skipped: skipped.map(({ name, reason }) => ({ name, reason })) }
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
  const label = given.text('label')
  const all = [
    ...(await listSkillPages(session, { label })),
    ...(await listSkillPages(session, { ownership: 'AGENT', label })),
  ]
  const pages = all.filter(({ id }) => locked.has(id))
  return compareReport([await compareFolder(session, folder, { pages, lock, words: [] })])
}

/**
 * Pulls, and lists what the server no longer has. With `--check`, only compares all skills of the server with the folder,
 * and with `--agents` all agents. With `--watch`, pulls again whenever a skill is published. Throws the errors of
 * `pullSkills`, and MISUSED.
 */
export async function syncSkills(session: Session, given: Given): Promise<Report> {
  if (given.has('watch')) return keepPulled(session, given)
  const targets = await targetsOf(session, given)
  if (given.has('check')) return checkTargets(session, targets)
  const { text, json, exitCode } = await pullSkills(session, given)
  const gone: string[] = []
  for (const { target, pages, words } of targets) {
    const lock = chosenOf(await readLock(await openFolder(target)), words)
    for (const [name, { pageId }] of Object.entries(lock?.skills ?? {}))
      if (!pages.some(({ id }) => id === pageId)) gone.push(name)
  }
  return {
    text: [...gone.map((name) => row('gone', name)), text].join('\n'),
    json: { ...Object(json), gone },
    ...(exitCode !== undefined && { exitCode }),
  }
}

async function keepPulled(session: Session, given: Given): Promise<Report> {
  if (given.has('check')) throw misuse('Give either --check or --watch.')
  const { watchSkills } = await import('../skills/watch.ts')
  const known = new Set<string>()
  await watchSkills(session, async () => {
    const pulled = await pullAll(session, given)
    const lines = pulled.flatMap(({ written }) => written.map(writtenRow))
    const skipped = pulled.flatMap((one) => one.skipped.map(skippedRow))
    for (const line of skipped.filter((one) => !known.has(one))) lines.push(line)
    for (const line of skipped) known.add(line)
    if (!session.isJson) for (const line of lines) session.terminal.write(`${line}\n`)
  })
  return { text: '', json: undefined }
}

function writtenRow(file: PlannedFile): string {
  return row(file.state === 'new' ? 'added' : 'updated', pathOf(file))
}

async function checkTargets(session: Session, targets: readonly Target[]): Promise<Report> {
  const workspaceId = await session.workspaceId()
  const compared: Compared[] = []
  for (const { target, pages, words } of targets) {
    const folder = await findFolder(target)
    const lock = await readLock(folder)
    requireSameWorkspace(lock, workspaceId)
    const chosen = { pages, lock: chosenOf(lock, words), words }
    compared.push(await compareFolder(session, folder, chosen))
  }
  return compareReport(compared)
}

/** The lock without the skills that were not asked for. */
function chosenOf(lock: Lock | undefined, words: readonly string[]): Lock | undefined {
  if (lock === undefined || words.length === 0) return lock
  const skills = Object.entries(lock.skills).filter(([name]) => words.includes(name))
  return { ...lock, skills: Object.fromEntries(skills) }
}

type Compared = {
  folder: string
  files: { path: string; state: FileState }[]
  skipped: readonly SkippedSkill[]
}

async function compareFolder(
  session: Session,
  folder: string,
  {
    pages,
    lock,
    words,
  }: { pages: readonly SkillPage[]; lock: Lock | undefined; words: readonly string[] },
): Promise<Compared> {
  const { skills, skipped } = await readSkills(session, pages, words)
  const planned = await planPull(folder, skills, { lock, isForced: false })
  const files: Compared['files'] = [
    ...planned.map((file) => ({ path: pathOf(file), state: file.state })),
    ...findGone(lock, skills)
      .filter(({ skill }) => !skipped.some(({ name }) => name === skill))
      .map(({ skill, name }) => ({ path: `${skill}/${name}`, state: 'gone' as const })),
  ]
  return { folder, files, skipped }
}

/** Of the skills and, where they were asked for, the agents. */
function compareReport([skills, agents]: readonly Compared[]): Report {
  const files = [...(skills?.files ?? []), ...(agents?.files ?? [])]
  const different = files.filter(({ state }) => state !== 'same')
  const skipped = [...(skills?.skipped ?? []), ...(agents?.skipped ?? [])]
  const text = [
    ...different.map(({ state, path }) => row(state, path)),
    ...skipped.map(skippedRow),
    `${files.length - different.length} of ${files.length} files are up to date.`,
  ].join('\n')
  return {
    text,
    json: { ...toJson(skills), ...(agents !== undefined && { agents: toJson(agents) }) },
    exitCode: different.length + skipped.length > 0 ? exitCodes.different : exitCodes.done,
  }
}

function toJson(compared: Compared | undefined): object {
  if (compared === undefined) return {}
  const { folder, files, skipped } = compared
  return { folder, files, ...skippedJson(skipped) }
}

function pathOf({ path }: Pick<PlannedFile, 'path'>): string {
  return path.join('/')
}
